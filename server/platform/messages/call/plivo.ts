// Plivo's phone calls, by its REST API and XML: https://www.plivo.com/docs/voice/api/call/make-a-call
import { createHmac } from "node:crypto";
import type { Refusal } from "#contract/reachability.ts";
import type { PlivoCalls } from "#server/platform/config/phone-calls.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import type { CallRecording } from "#server/platform/world.ts";
import { basicAuthorization, fieldsOf, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
import { maxCallSeconds, ringSeconds } from "./limits.ts";
import { type CallEvent, type CallProvider, type CallRequest, type CallStatus, keysIn } from "./provider.ts";
import { deleteAt, fetchAudio } from "./recordings.ts";
import { xmlWriter } from "./xml.ts";

/** Hangup causes of numbers that no call will ever reach. https://www.plivo.com/docs/voice/troubleshooting/hangup-causes */
const unreachable = new Map<string, Refusal>([
  ["2000", "unknown"],
  ["2030", "other"],
  ["2040", "other"],
]);

const endings: Readonly<Record<string, CallStatus>> = {
  completed: "completed",
  busy: "busy",
  "no-answer": "no-answer",
  timeout: "no-answer",
  cancel: "failed",
  failed: "failed",
};

function statusIn(fields: ReadonlyMap<string, string>): CallStatus {
  if (fields.get("Machine") === "true") return "machine";
  return endings[fields.get("CallStatus") ?? ""] ?? "going-on";
}

/** Plivo leaves out the "+" of a number. A hidden caller has a word in its place. */
const numberIn = (given = ""): string | undefined =>
  /^\+?\d{7,15}$/.test(given) ? toE164(`+${given.replace("+", "")}`) : undefined;

function recordingIn(fields: ReadonlyMap<string, string>): CallRecording | undefined {
  const [id, url] = [fields.get("RecordingID"), fields.get("RecordUrl")];
  return id && url ? { id, url, seconds: Number(fields.get("RecordingDuration") ?? 0) } : undefined;
}

/** Version 3 of the signature of a POST without a query, as Plivo's own libraries compute it. */
export function plivoSignature(
  authToken: string,
  { url, nonce }: { url: string; nonce: string },
  fields: ReadonlyMap<string, string>,
): string {
  const names = [...fields.keys()].sort();
  const signed = `${url}${names.length > 0 ? "?" : ""}${names.map((name) => name + fields.get(name)).join("")}.${nonce}`;
  return createHmac("sha256", authToken).update(signed).digest("base64");
}

/** While a token is replaced, Plivo signs by the old one and the new one. */
function isSigned(
  authToken: string,
  url: string,
  { headers }: CallRequest,
  fields: ReadonlyMap<string, string>,
): boolean {
  const nonce = String(headers["x-plivo-signature-v3-nonce"] ?? "");
  const signatures = String(headers["x-plivo-signature-v3"] ?? "").split(",");
  const expected = plivoSignature(authToken, { url, nonce }, fields);
  return nonce !== "" && signatures.some((signature) => isSameSecret(expected, signature.trim()));
}

/** Recordings are on a server of Plivo's. A signed request could still name another one. */
function mediaAddress({ url }: CallRecording): string {
  const address = URL.parse(url);
  if (address?.protocol === "https:" && address.hostname === "media.plivo.com") return address.href;
  throw new SendError("permanent", "Plivo's recording is at an unknown address");
}

interface Options {
  readonly origin?: string;
  readonly timeoutMs?: number;
}

export function plivoCalls(
  { authId, authToken, from }: PlivoCalls,
  publicUrl: string,
  { origin = "https://api.plivo.com", timeoutMs }: Options = {},
): CallProvider {
  const account = `${origin}/v1/Account/${encodeURIComponent(authId)}`;
  const authorization = basicAuthorization(authId, authToken);

  return {
    name: "plivo",
    async place({ to, answerPath, endPath }) {
      const body = JSON.stringify({
        from: from.slice(1),
        to: to.slice(1),
        answer_url: publicUrl + answerPath,
        answer_method: "POST",
        hangup_url: publicUrl + endPath,
        hangup_method: "POST",
        ring_timeout: ringSeconds,
        time_limit: maxCallSeconds,
        // Leaves no words on a voice mail.
        machine_detection: "hangup",
      });
      const headers = { authorization, "content-type": "application/json" };
      const answer = await request("Plivo", `${account}/Call/`, { method: "POST", headers, body }, timeoutMs);
      const id = valueAt("request_uuid", answer.body);
      if (answer.isOk && id) return { id };
      if (answer.isOk) throw new SendError("unknown", "Plivo's answer cannot be read");
      // Its errors have no codes. Whether the number was wrong, it says when the call has ended.
      throw new SendError("transient", `Plivo did not place the call (${answer.status})`);
    },
    read(request): CallEvent {
      const fields = fieldsOf(request.body);
      if (!isSigned(authToken, publicUrl + request.path, request, fields))
        throw new Forbidden("This did not come from Plivo.");
      return {
        // A call that we make is known by the id that its request got.
        callId: fields.get("ALegRequestUUID") ?? fields.get("RequestUUID") ?? fields.get("CallUUID") ?? "",
        from: numberIn(fields.get("From")),
        to: numberIn(fields.get("To")),
        status: statusIn(fields),
        keys: keysIn(fields.get("Digits")),
        recording: recordingIn(fields),
        refusal: unreachable.get(fields.get("HangupCauseCode") ?? ""),
      };
    },
    render: xmlWriter(publicUrl, {
      say: "Speak",
      askKeys: "GetInput",
      keysAttributes: (numDigits, seconds) => ({
        inputType: "dtmf",
        numDigits,
        // Plivo refuses a shorter time.
        executionTimeout: Math.max(5, seconds),
        redirect: "true",
      }),
      recordAttributes: { fileFormat: "wav", redirect: "true" },
    }),
    fetchRecording: async (recording) => fetchAudio("Plivo", mediaAddress(recording), { authorization }),
    deleteRecording: ({ id }) =>
      deleteAt("Plivo", `${account}/Recording/${encodeURIComponent(id)}/`, { authorization }),
  };
}
