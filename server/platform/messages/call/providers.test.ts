// What each provider of phone calls is sent, and how its requests and answers are understood.
import { afterEach, describe, expect, test } from "vitest";
import { readCallProvider } from "#server/platform/config/phone-calls.ts";
import { callProviderEnvs, useCallProviders } from "#tests/support/call-providers.ts";
import { twilioSignature } from "../twilio-signature.ts";
import type { CallInstruction } from "./instructions.ts";
import { plivoCalls, plivoSignature } from "./plivo.ts";
import { twilioCalls } from "./twilio.ts";

const publicUrl = "https://porchlight.example";
const authToken = callProviderEnvs.twilio.TWILIO_AUTH_TOKEN;
const from = "+16145550100";
const call = { to: "+16145550101", answerPath: "/calls/abc", endPath: "/calls/abc/end" };

const standIns = useCallProviders();
afterEach(() => {
  for (const standIn of Object.values(standIns)) standIn.instead = undefined;
});

type Changes = { authToken?: string; from?: string; timeoutMs?: number; publicUrl?: string };
const twilio = (changes: Changes = {}) =>
  twilioCalls(
    { provider: "twilio", accountSid: "AC0123456789", authToken, from, ...changes },
    changes.publicUrl ?? publicUrl,
    { origin: standIns.twilio.origin, ...changes },
  );
const plivo = (changes: Changes = {}) =>
  plivoCalls(
    { provider: "plivo", authId: "MA0123456789", authToken, from, ...changes },
    changes.publicUrl ?? publicUrl,
    { origin: standIns.plivo.origin, ...changes },
  );
const providers = { twilio, plivo };
const names = ["twilio", "plivo"] as const;

test("Twilio is asked to call from our number, to ring for a while, and to recognize voice mails", async () => {
  expect(await twilio().place(call)).toEqual({ id: "CA1" });
  expect(standIns.twilio.placed).toEqual([
    {
      path: "/2010-04-01/Accounts/AC0123456789/Calls.json",
      fields: {
        To: call.to,
        From: from,
        Url: `${publicUrl}/calls/abc`,
        StatusCallback: `${publicUrl}/calls/abc/end`,
        Timeout: "25",
        TimeLimit: "180",
        MachineDetection: "Enable",
      },
    },
  ]);
});

test("Plivo is asked for the same, with numbers as it writes them", async () => {
  expect(await plivo().place(call)).toEqual({ id: "u1" });
  expect(standIns.plivo.placed).toEqual([
    {
      path: "/v1/Account/MA0123456789/Call/",
      fields: {
        to: "16145550101",
        from: "16145550100",
        answer_url: `${publicUrl}/calls/abc`,
        answer_method: "POST",
        hangup_url: `${publicUrl}/calls/abc/end`,
        hangup_method: "POST",
        ring_timeout: 25,
        time_limit: 180,
        machine_detection: "hangup",
      },
    },
  ]);
});

describe.each(names)("a call by %s", (name) => {
  test("that is refused is tried again, unless the number itself is refused", async () => {
    const wrong = [{ authToken: "another" }, { from: "" }, { publicUrl: "" }];
    for (const changes of wrong)
      await expect(providers[name](changes).place(call)).rejects.toMatchObject({ kind: "transient" });
    const kind = name === "twilio" ? "permanent" : "transient";
    const refused = providers[name]().place({ ...call, to: "+1" });
    await expect(refused).rejects.toMatchObject({ kind });
    await expect(refused).rejects.not.toThrow("6145550101");
  });

  test("whose answer is missing, cut off or garbage may ring all the same", async () => {
    const standIn = standIns[name];
    standIn.instead = () => undefined;
    await expect(providers[name]({ timeoutMs: 200 }).place(call)).rejects.toMatchObject({ kind: "unknown" });
    standIn.instead = (response) => response.destroy();
    await expect(providers[name]().place(call)).rejects.toMatchObject({ kind: "unknown" });
    standIn.instead = (response) => response.writeHead(200).end("<html>");
    await expect(providers[name]().place(call)).rejects.toMatchObject({ kind: "unknown" });
  });
});

const conversation: readonly CallInstruction[] = [
  {
    do: "ask-keys",
    sounds: [
      { do: "say", words: `Rose says "Tom & Jerry" <b>\u0007` },
      { do: "play", path: "/chime.wav" },
    ],
    count: 1,
    seconds: 8,
    next: "/calls/abc/keys",
  },
  { do: "record", maxSeconds: 60, next: "/calls/abc/words" },
  { do: "go-to", next: "/calls/abc/later" },
  { do: "say", words: "Goodbye." },
  { do: "hang-up" },
];

const goTo = (path: string) => `<Redirect method="POST">${publicUrl}${path}</Redirect>`;
const rose = "Rose says &#34;Tom &#38; Jerry&#34; &#60;b&#62; ";

test("instructions are written in the words of each provider, with everything escaped that people have typed", () => {
  const body = (xml: string) => xml.replace('<?xml version="1.0" encoding="UTF-8"?>', "");
  expect(body(twilio().render(conversation))).toBe(
    `<Response><Gather input="dtmf" numDigits="1" timeout="8" action="${publicUrl}/calls/abc/keys" method="POST">` +
      `<Say language="en-US">${rose}</Say><Play>${publicUrl}/chime.wav</Play></Gather>` +
      `<Record maxLength="60" timeout="5" finishOnKey="#" playBeep="true" action="${publicUrl}/calls/abc/words" method="POST"></Record>` +
      `${goTo("/calls/abc/later")}<Say language="en-US">Goodbye.</Say><Hangup></Hangup></Response>`,
  );
  expect(body(plivo().render(conversation))).toBe(
    `<Response><GetInput inputType="dtmf" numDigits="1" executionTimeout="8" redirect="true" action="${publicUrl}/calls/abc/keys" method="POST">` +
      `<Speak language="en-US">${rose}</Speak><Play>${publicUrl}/chime.wav</Play></GetInput>` +
      `<Record maxLength="60" timeout="5" finishOnKey="#" playBeep="true" fileFormat="wav" redirect="true" action="${publicUrl}/calls/abc/words" method="POST"></Record>` +
      `${goTo("/calls/abc/later")}<Speak language="en-US">Goodbye.</Speak><Hangup></Hangup></Response>`,
  );
});

const path = "/calls/abc/keys";
type Fields = Record<string, string>;
const form = (fields: Fields) => new URLSearchParams(fields).toString();

const signed = {
  twilio: (fields: Fields) => ({
    path,
    headers: {
      "x-twilio-signature": twilioSignature(authToken, publicUrl + path, new Map(Object.entries(fields))),
    },
    body: form(fields),
  }),
  plivo: (fields: Fields) => {
    const nonce = "12345678901234567890";
    const signature = plivoSignature(
      authToken,
      { url: publicUrl + path, nonce },
      new Map(Object.entries(fields)),
    );
    const headers = { "x-plivo-signature-v3": `old,${signature}`, "x-plivo-signature-v3-nonce": nonce };
    return { path, headers, body: form(fields) };
  },
};

const twilioFields = {
  CallSid: "CA1",
  From: "+16145550101",
  To: from,
  Digits: "1",
  CallStatus: "in-progress",
};
const plivoFields = {
  CallUUID: "c1",
  Digits: "1",
  From: "16145550100",
  To: "16145550101",
  CallStatus: "in-progress",
};

test("a pressed key is read with the call that it belongs to", () => {
  expect(twilio().read(signed.twilio(twilioFields))).toMatchObject({
    callId: "CA1",
    from: "+16145550101",
    to: from,
    status: "going-on",
    keys: "1",
  });
  expect(plivo().read(signed.plivo(plivoFields))).toMatchObject({
    callId: "c1",
    from,
    to: "+16145550101",
    status: "going-on",
    keys: "1",
  });
});

test("a hidden caller has no number, and what is no key is none", () => {
  const hidden = ["anonymous", "+266696687", "Restricted", ""];
  for (const From of hidden) {
    expect(twilio().read(signed.twilio({ ...twilioFields, From, Digits: "hangup" }))).toMatchObject({
      from: undefined,
      keys: "",
    });
  }
  expect(plivo().read(signed.plivo({ ...plivoFields, From: "anonymous" })).from).toBeUndefined();
});

test.each([
  ["twilio", { AnsweredBy: "machine_start" }, "machine"],
  ["twilio", { AnsweredBy: "fax" }, "machine"],
  ["twilio", { AnsweredBy: "unknown" }, "going-on"],
  ["twilio", { CallStatus: "completed" }, "completed"],
  ["twilio", { CallStatus: "busy" }, "busy"],
  ["twilio", { CallStatus: "no-answer" }, "no-answer"],
  ["twilio", { CallStatus: "canceled" }, "failed"],
  ["plivo", { Machine: "true" }, "machine"],
  ["plivo", { CallStatus: "completed" }, "completed"],
  ["plivo", { CallStatus: "busy" }, "busy"],
  ["plivo", { CallStatus: "timeout" }, "no-answer"],
  ["plivo", { CallStatus: "cancel" }, "failed"],
] as const)("%s reports %j as %s", (name, fields, status) => {
  const base = name === "twilio" ? twilioFields : plivoFields;
  expect(providers[name]().read(signed[name]({ ...base, ...fields })).status).toBe(status);
});

test("a number that can never be called is told from one that is busy", () => {
  const failed = { ...plivoFields, CallStatus: "failed" };
  expect(plivo().read(signed.plivo({ ...failed, HangupCauseCode: "2000" })).refusal).toBe("unknown");
  expect(plivo().read(signed.plivo({ ...failed, HangupCauseCode: "3010" })).refusal).toBeUndefined();
});

// Plivo's own library, plivo 4 for Node.js, accepts this signature.
test("Plivo's signature is that of its own library", () => {
  const url = `${publicUrl}/phone-calls/abc/keys`;
  const nonce = "12345678901234567890";
  expect(plivoSignature(authToken, { url, nonce }, new Map(Object.entries(plivoFields)))).toBe(
    "B8TAlCjAW7lBsyF8Fc9hDLEEyJyV1wD8s0eU9ZnoMYA=",
  );
});

test.each(names)("%s: whatever it has not signed is refused", (name) => {
  const request = signed[name](name === "twilio" ? twilioFields : plivoFields);
  const { read } = providers[name]();
  expect(() => read({ ...request, headers: {} })).toThrow("did not come from");
  expect(() => read({ ...request, path: "/calls/abd/keys" })).toThrow("did not come from");
  expect(() => read({ ...request, body: request.body.replace("Digits=1", "Digits=2") })).toThrow(
    "did not come from",
  );
  expect(() => read({ ...request, body: `${request.body}&Digits=2` })).toThrow("twice");
  expect(() => providers[name]({ authToken: "another" }).read(request)).toThrow("did not come from");
});

test("a recording is fetched by its id with our credentials, and deleted at the provider", async () => {
  const fields = {
    ...twilioFields,
    RecordingSid: "RE1",
    RecordingUrl: "https://elsewhere.example",
    RecordingDuration: "7",
  };
  const { recording } = twilio().read(signed.twilio(fields));
  if (!recording) throw new Error("No recording was read.");
  expect(recording.seconds).toBe(7);
  expect((await twilio().fetchRecording(recording)).toString()).toBe("RIFF");
  await twilio().deleteRecording(recording);
  await twilio().deleteRecording({ ...recording, id: "gone" });
  expect(standIns.twilio.deleted).toEqual(["/2010-04-01/Accounts/AC0123456789/Recordings/RE1.json"]);
  await expect(twilio().fetchRecording({ ...recording, id: "not ready" })).rejects.toMatchObject({
    kind: "transient",
  });
});

test("a recording of Plivo's is fetched from Plivo alone", async () => {
  const fields = { ...plivoFields, RecordingID: "r1", RecordUrl: "https://elsewhere.example/r1.wav" };
  const { recording } = plivo().read(signed.plivo(fields));
  if (!recording) throw new Error("No recording was read.");
  await expect(plivo().fetchRecording(recording)).rejects.toThrow("unknown address");
  await plivo().deleteRecording(recording);
  expect(standIns.plivo.deleted).toEqual(["/v1/Account/MA0123456789/Recording/r1/"]);
});

describe("the settings", () => {
  test("name a provider, which takes the account and the number of the texts unless it has its own", () => {
    expect(readCallProvider({})).toBeUndefined();
    expect(readCallProvider(callProviderEnvs.twilio)).toMatchObject({ provider: "twilio", from });
    const own = { ...callProviderEnvs.twilio, CALLS_FROM: "+16145550199" };
    expect(readCallProvider(own)).toMatchObject({ from: "+16145550199" });
    expect(readCallProvider(callProviderEnvs.plivo)).toMatchObject({ provider: "plivo", from });
  });

  test.each([
    [{ CALLS_PROVIDER: "vonage" }, "CALLS_PROVIDER must be one of none, twilio, plivo."],
    [{ CALLS_PROVIDER: "twilio" }, "CALLS_PROVIDER=twilio needs"],
    [{ CALLS_PROVIDER: "plivo", CALLS_FROM: from }, "CALLS_PROVIDER=plivo needs"],
    [{ ...callProviderEnvs.plivo, CALLS_FROM: "614 555 0100" }, "CALLS_FROM must be a phone number"],
    [{ PLIVO_AUTH_ID: "secret" }, "PLIVO_AUTH_ID needs CALLS_PROVIDER"],
  ])("%j are refused at the start", (env, message) => {
    expect(() => readCallProvider(env)).toThrow(message);
  });
});
