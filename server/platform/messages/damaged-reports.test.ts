// Whatever arrives where a provider of texts reports, also under a valid signature, is never an error of ours.
import { describe, expect, test } from "vitest";
import { type TestServer, useServer } from "#tests/support/server.ts";
import { textProviderEnvs } from "#tests/support/text-providers.ts";
import { androidSignature } from "./sms/android.ts";
import { textProvidersOf } from "./sms/providers.ts";
import { twilioSignature } from "./twilio-signature.ts";

const { twilio, android } = textProviderEnvs;

const nothing = String.fromCharCode(0);

const bodies: readonly (string | Buffer)[] = [
  ...[
    "",
    " ",
    "{",
    "[]",
    "null",
    "7",
    '"text"',
    "{}",
    '{"event":',
    "{'event':1}",
    "<xml/>",
    "status=delivered",
  ],
  ...['{"event":"sms:received"}', '{"event":"sms:received","payload":null}', '{"status":"delivered"}'],
  ...['{"event":"sms:received","payload":{"sender":{},"message":[]}}', '{"event":{"sms:received":1}}'],
  '{"event":"sms:received","payload":{"sender":"+16145552000","message":"\\u0000","messageId":"\\ud800"}}',
  '{"event":"sms:delivered","payload":{"messageId":"\\u0000","recipient":"\\u0000"}}',
  '{"event":"sms:delivered","payload":{"messageId":1e400,"recipient":-0}}',
  `{"event":"sms:failed","payload":${"[".repeat(20_000)}`,
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  ...["From=&Body=&MessageSid=", "From=%00&Body=%00&MessageSid=%00", "From=%FF&Body=%FF%FE", "Body=1&Body=2"],
  ...[
    "From=%2B16145552000&Body=%ED%A0%80&MessageSid=1",
    "MessageStatus=delivered",
    "%",
    "=",
    "&&&",
    "a".repeat(60_000),
  ],
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.concat([Buffer.from('{"event":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  `{"event":"${nothing}"}`,
];

const types = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "image/png",
  "nonsense",
  undefined,
];

/** The headers with which each provider proves a body. */
function signaturesOf({ world: { clock, config } }: TestServer, path: string, body: string) {
  const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
  const fields = new Map(new URLSearchParams(body));
  return {
    "x-timestamp": timestamp,
    "x-signature": androidSignature(android.ANDROID_SMS_SIGNING_KEY ?? "", body, timestamp),
    "x-twilio-signature": twilioSignature(twilio.TWILIO_AUTH_TOKEN ?? "", config.publicUrl + path, fields),
  };
}

/** Every body with every type, as strangers and as the provider itself would send it. */
function* damagedReports(server: TestServer, url: string) {
  for (const payload of bodies)
    for (const type of types) {
      const headers = { ...(type && { "content-type": type }) };
      yield { payload, headers };
      yield { payload, headers: { ...headers, ...signaturesOf(server, url, payload.toString()) } };
    }
}

describe.each(Object.entries(textProviderEnvs))("what comes from %s and cannot be read", (_, env) => {
  const server = useServer({ env: { ...env } });

  test("is refused or ignored, whoever signed it", async () => {
    const failed: string[] = [];
    for (const { path } of textProvidersOf(server().world.config).flatMap(({ webhooks }) => webhooks)) {
      const url = path.replace(":token", "not-a-token");
      for (const report of damagedReports(server(), url)) {
        const { statusCode } = await server().app.inject({ method: "POST", url, ...report });
        if (statusCode >= 500) failed.push(`${statusCode} ${url} ${report.payload.toString().slice(0, 60)}`);
      }
    }
    expect(failed).toEqual([]);
  });
});
