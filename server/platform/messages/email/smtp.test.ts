import { once } from "node:events";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email as Parsed } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { smtpEmail } from "./smtp.ts";

const from = "Porchlight <hello@porchlight.example>";
const email = { to: "rose@example.com", subject: "Hello Rose", text: "Come in.\n" };

interface Received {
  user: unknown;
  recipients: string[];
  mail: Parsed;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => new Promise((done) => server.close(done)));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A mail server on this machine, without TLS, that knows one user. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    // It would wait for the name of 127.0.0.1 from this machine's DNS.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      password === "p@ss word" ? done(null, { user: username }) : done(new Error("Not you")),
    onData: async (stream, { user, envelope }, done) => {
      const mail = await PostalMime.parse(await buffer(stream));
      received.push({ user, recipients: envelope.rcptTo.map(({ address }) => address), mail });
      done();
    },
    ...options,
  });
  const port = await portOf(smtp.server);
  return { received, url: `smtp://porchlight:${encodeURIComponent("p@ss word")}@127.0.0.1:${port}` };
}

const sendTo = (url: string, message = {}, milliseconds?: number) =>
  smtpEmail({ url, from }, milliseconds)({ ...email, ...message });

test("an e-mail is sent over SMTP, signed in, with the words as text and as HTML", async () => {
  const { received, url } = await mailServer();
  await sendTo(url, { html: "<p>Come in.</p>" });
  expect(received).toMatchObject([{ user: "porchlight", recipients: ["rose@example.com"] }]);
  const { from, to, subject, text, html } = received[0]?.mail ?? {};
  expect(from).toMatchObject({ name: "Porchlight", address: "hello@porchlight.example" });
  expect(to).toMatchObject([{ address: "rose@example.com" }]);
  expect([subject, text?.trim(), html?.trim()]).toEqual(["Hello Rose", "Come in.", "<p>Come in.</p>"]);
});

test("an e-mail that comes regularly tells mail programs how to stop it with one click", async () => {
  const { received, url } = await mailServer();
  const stopAddress = `https://porchlight.example/letter/stop?to=${"a".repeat(90)}`;
  await sendTo(url, { stopAddress });
  await sendTo(url);
  const [regular, single] = received.map(({ mail }) =>
    mail.headers.filter(({ key }) => key.startsWith("list-")).map(({ key, value }) => [key, value]),
  );
  expect(Object.fromEntries(regular ?? [])).toEqual({
    "list-unsubscribe": `<${stopAddress}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  expect(single).toEqual([]);
});

test("characters of every language arrive as they were written", async () => {
  const { received, url } = await mailServer();
  await sendTo(url, { subject: "Zoë, José & 美 invite you 💡", text: "Komm rein, Großmama — “bitte”.\n" });
  expect(received[0]?.mail).toMatchObject({
    subject: "Zoë, José & 美 invite you 💡",
    text: "Komm rein, Großmama — “bitte”.\n",
  });
});

test("a line break in a subject starts no header", async () => {
  const { received, url } = await mailServer();
  await sendTo(url, { subject: "Hello\r\nBcc: eve@example.com\r\nX-Evil: yes" });
  expect(received[0]?.recipients).toEqual(["rose@example.com"]);
  expect(received[0]?.mail.bcc).toBeUndefined();
  expect(received[0]?.mail.headers.map(({ key }) => key)).not.toContain("x-evil");
});

test.each([
  "rose@example.com, eve@example.com",
  "rose@example.com\r\nRCPT TO:<eve@example.com>",
  "Rose <rose@example.com>, <eve@example.com>",
])("%j reaches only one recipient, or nobody", async (to) => {
  const { received, url } = await mailServer();
  await sendTo(url, { to }).catch(() => undefined);
  expect(received.flatMap(({ recipients }) => recipients).filter((one) => one.includes("eve"))).toEqual([]);
});

test("a recipient that the mail server refuses is an error that does not repeat the address", async () => {
  const { url } = await mailServer({
    onRcptTo: ({ address }, _session, done) => done(new Error(`No ${address} here`)),
  });
  const error = await sendTo(url).catch((reason: Error) => reason);
  expect(String(error)).toBe("Error: The mail server did not accept the e-mail: EENVELOPE 550");
});

test("a wrong password is an error that repeats neither the user nor the password", async () => {
  const { url } = await mailServer();
  const error = await sendTo(url.replace("p%40ss", "wrong")).catch((reason: Error) => reason);
  expect(String(error)).toBe("Error: The mail server did not accept the e-mail: EAUTH 535");
});

test("a mail server that is down is an error at once", async () => {
  await expect(sendTo("smtp://127.0.0.1:1")).rejects.toThrow("did not accept the e-mail: ESOCKET");
});

test("a mail server that never answers is given up after the time limit", async () => {
  const port = await portOf(createServer(() => {}));
  const start = Date.now();
  await expect(sendTo(`smtp://127.0.0.1:${port}`, {}, 300)).rejects.toThrow(
    "did not accept the e-mail: EABORT",
  );
  expect(Date.now() - start).toBeLessThan(3_000);
});

const refusing = (responseCode: number) => Object.assign(new Error("no"), { responseCode });

test.each<[string, SMTPServerOptions, string]>([
  ["nobody of this name", { onRcptTo: (_, _session, done) => done(refusing(550)) }, "permanent"],
  ["a full mailbox", { onRcptTo: (_, _session, done) => done(refusing(452)) }, "transient"],
  [
    "words that are not taken",
    { onData: (stream, _, done) => stream.resume().on("end", () => done(refusing(554))) },
    "permanent",
  ],
  [
    "trouble with the words",
    { onData: (stream, _, done) => stream.resume().on("end", () => done(refusing(451))) },
    "transient",
  ],
  ["a sender who is not wanted", { onMailFrom: (_, _session, done) => done(refusing(550)) }, "transient"],
  ["somebody who is not known", { onAuth: (_, _session, done) => done(new Error("Not you")) }, "transient"],
])("%s is classified as the right kind of failure", async (_, options, kind) => {
  const { url } = await mailServer(options);
  await expect(sendTo(url)).rejects.toMatchObject({ kind });
});

test("a mail server that cannot be reached has accepted nothing; one that breaks off may have", async () => {
  await expect(sendTo("smtp://127.0.0.1:1")).rejects.toMatchObject({ kind: "transient" });
  const { url } = await mailServer({ onData: (_, session) => void session.transmissionType });
  await expect(sendTo(url, {}, 500)).rejects.toMatchObject({ kind: "unknown" });
});

test("a password is sent unencrypted only to this machine", async () => {
  const port = await portOf(
    createServer((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (bytes) =>
        socket.write(/^EHLO/.test(String(bytes)) ? "250 AUTH PLAIN\r\n" : "500 no\r\n"),
      );
      socket.on("error", () => {});
    }),
  );
  const url = (host: string) => `smtp://porchlight:secret@${host}:${port}`;
  await expect(sendTo(url("0.0.0.0"), {}, 2_000)).rejects.toThrow(/ETLS/);
  await expect(sendTo(url("127.0.0.1"), {}, 2_000)).rejects.toThrow(/EAUTH/);
});

test.each([
  [{ SMTP_URL: "smtp://user:secret@mail.example.com" }, "must be set together"],
  [{ MAIL_FROM: from }, "must be set together"],
  [{ SMTP_URL: "https://user:secret@mail.example.com", MAIL_FROM: from }, "SMTP_URL must be the address"],
  [{ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "Porchlight" }, "MAIL_FROM must contain"],
])("a configuration that cannot send is refused at the start, without its password: %#", (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
  expect(() => readConfig(env)).not.toThrow("secret");
});

test("a mail server in the configuration turns the sandbox off", () => {
  const config = readConfig({ SMTP_URL: "smtps://mail.example.com", MAIL_FROM: from });
  expect(config).toMatchObject({ isSandbox: false, smtp: { url: "smtps://mail.example.com", from } });
});
