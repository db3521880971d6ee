// How Twilio signs its requests to us, about texts and about calls.
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Forbidden } from "#server/platform/errors.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import { fieldsOf } from "./request.ts";

/** https://www.twilio.com/docs/usage/security#validating-requests */
export function twilioSignature(authToken: string, url: string, fields: ReadonlyMap<string, string>): string {
  const names = [...fields.keys()].sort();
  const signed = url + names.map((name) => name + fields.get(name)).join("");
  return createHmac("sha1", authToken).update(signed).digest("base64");
}

/** Twilio signs the address that it was given, but sometimes with the port, and sometimes without it. */
function spellingsOf(publicUrl: string, path: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const standardPort = protocol === "https:" ? "443" : "80";
  return [`${protocol}//${hostname}${path}`, `${protocol}//${hostname}:${port || standardPort}${path}`];
}

export function isSignedByTwilio(
  authToken: string,
  signature: string,
  { publicUrl, path }: { publicUrl: string; path: string },
  fields: ReadonlyMap<string, string>,
): boolean {
  const expected = spellingsOf(publicUrl, path).map((url) => twilioSignature(authToken, url, fields));
  return expected.some((each) => isSameSecret(each, signature));
}

interface TwilioRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The fields of a form that Twilio has signed. */
export function signedTwilioFields(
  authToken: string,
  publicUrl: string,
  { path, headers, body }: TwilioRequest,
): Map<string, string> {
  const fields = fieldsOf(body);
  const signature = String(headers["x-twilio-signature"] ?? "");
  if (!isSignedByTwilio(authToken, signature, { publicUrl, path }, fields))
    throw new Forbidden("This did not come from Twilio.");
  return fields;
}
