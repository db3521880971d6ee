import { afterEach, expect, test } from "vitest";
import { secretsFrom } from "#server/platform/secrets.ts";
import { usePushService } from "#tests/support/push-service.ts";
import { SendError } from "../send-error.ts";
import { isPushService } from "./push-services.ts";
import { vapidKeys } from "./vapid.ts";
import { webPush } from "./web-push.ts";

const service = usePushService();
afterEach(() => {
  service.answer = (response) => response.writeHead(201).end();
});

const secrets = secretsFrom(Buffer.alloc(32, 1));
const here = { reachLoopback: true, publicUrl: "http://localhost:3000", supportEmail: "help@example.com" };
const payload = JSON.stringify({ title: "Rose needs help 💡" });
const message = () => ({
  subscription: service.subscription,
  payload,
  topic: "help-1",
  ttlSeconds: 3600,
  urgency: "high" as const,
});
const send = (settings = here, milliseconds = 10_000) => webPush(settings, secrets, milliseconds)(message());
const refusal = async (milliseconds?: number) => {
  const error = await send(here, milliseconds).catch((reason: unknown) => reason);
  if (!(error instanceof SendError)) throw new Error("It was delivered.");
  return error;
};

test("only the browser can read a message, and the push service knows who sent it", async () => {
  await send();
  const pushed = service.pushed.at(-1);
  expect(pushed).toMatchObject({ payload, publicKey: vapidKeys(secrets).publicKey });
  expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: "mailto:help@example.com" });
  const seconds = (pushed?.claims.exp ?? 0) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(24 * 60 * 60);
});

test("it says how urgent it is, how long it stays useful, and which message it replaces", async () => {
  await send({ ...here, publicUrl: "https://porchlight.example" });
  expect(service.pushed.at(-1)).toMatchObject({
    headers: { ttl: "3600", urgency: "high", topic: "help-1", "content-encoding": "aes128gcm" },
    claims: { sub: "https://porchlight.example" },
  });
});

test("two servers with one key are the same to a browser, as are cells, and another key means another server", () => {
  expect(vapidKeys(secretsFrom(Buffer.alloc(32, 1)))).toEqual(vapidKeys(secrets));
  expect(vapidKeys(secretsFrom(Buffer.alloc(32, 2)))).not.toEqual(vapidKeys(secrets));
  const [oak, elm] = [1, 2].map((byte) => vapidKeys(secretsFrom(Buffer.alloc(32, byte), "of all cells")));
  expect(oak).toEqual(elm);
  expect(oak).not.toEqual(vapidKeys(secrets));
});

test.each([
  [404, "permanent"],
  [410, "permanent"],
  [400, "transient"],
  [403, "transient"],
  [413, "transient"],
  [429, "transient"],
  [500, "transient"],
  [503, "transient"],
])("an answer of %i is %s", async (status, kind) => {
  service.answer = (response) => response.writeHead(status).end("some words of the service");
  const { kind: found, message } = await refusal();
  expect([found, message]).toEqual([kind, `The push service did not accept the message (${status})`]);
});

test("a redirect by a push service is not followed", async () => {
  const before = service.pushed.length;
  service.answer = (response) => response.writeHead(307, { location: `${service.origin}/other` }).end();
  expect((await refusal()).kind).toBe("transient");
  expect(service.pushed).toHaveLength(before + 1);
});

test("a push service that hangs or breaks off may have accepted the message; one that cannot be reached has not", async () => {
  service.answer = () => undefined;
  expect((await refusal(200)).kind).toBe("unknown");
  service.answer = (response) => response.destroy();
  expect((await refusal()).kind).toBe("unknown");
  const subscription = { ...service.subscription, endpoint: "http://127.0.0.1:2/push" };
  const nobody = webPush(here, secrets)({ ...message(), subscription });
  await expect(nobody).rejects.toMatchObject({ kind: "transient" });
});

test("invalid keys are no reason to try again", async () => {
  const subscription = { ...service.subscription, p256dh: "B".repeat(87) };
  await expect(webPush(here, secrets)({ ...message(), subscription })).rejects.toMatchObject({
    kind: "permanent",
  });
});

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:443/wp/abc",
  "https://android.googleapis.com/gcm/send/abc",
  "https://jmt17.google.com/fcm/send/abc",
  "https://fcm.google.com/preprod/wp/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://eu.updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QAbc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("%s is a push service", (endpoint) => {
  expect(isPushService(endpoint, false)).toBe(true);
});

test.each([
  ...[
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/x",
    "ftp://fcm.googleapis.com",
  ],
  ...[
    "https://user:pass@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "fcm.googleapis.com",
  ],
  ...[
    "https://evil.example/fcm.googleapis.com",
    "https://notify.windows.com.evil.example",
    "https://10.0.0.1/x",
  ],
  ...[
    "https://169.254.169.254/latest",
    "https://[::ffff:127.0.0.1]/x",
    "http://127.0.0.1:9/x",
    "https://localhost/x",
  ],
  ...[
    "https://jmt17.google.com.evil.example/fcm/send/abc",
    "https://evilgoogle.com/fcm/send/abc",
    "https://google.com/fcm/send/abc",
    "https://script.google.com/macros/s/abc/exec?/fcm/send/",
    "https://evil.example/?https://jmt17.google.com/fcm/send/abc",
    "https://jmt17.google.com:444/fcm/send/abc",
    "https://jmt17.google.com/fcm/send/../../url?q=abc",
    "http://jmt17.google.com/fcm/send/abc",
    "https://firestore.googleapis.com/v1/abc",
  ],
  ...[
    "",
    "https://xfcm.googleapis.com/x",
    "https://push.services.mozilla.com.",
    "https://fcm.googleapis.com@evil.example",
  ],
])("%j is not a push service, and nothing is sent there", async (endpoint) => {
  expect(isPushService(endpoint, false)).toBe(false);
  const subscription = { ...service.subscription, endpoint };
  const sent = webPush({ ...here, reachLoopback: false }, secrets)({ ...message(), subscription });
  await expect(sent).rejects.toMatchObject({ kind: "permanent" });
});
