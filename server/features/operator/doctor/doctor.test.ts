// Each check of the doctor finds what is wrong. The servers that it asks are real ones on this machine.
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server as TcpServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { backUpServer, keepServerKey, passphrase, temporaryFolder } from "#tests/support/backups.ts";
import { makeCertificate } from "#tests/support/certificate.ts";
import { runDataCommand } from "#tests/support/data-command.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startS3 } from "#tests/support/s3.ts";
import { lastCell, useServer } from "#tests/support/server.ts";
import { checkClock } from "./clock.ts";
import { checkDatabase, checkIds } from "./database.ts";
import { checkBucket } from "./doctor.ts";
import { checkBackup, checkDisk, checkTimeZones } from "./machine.ts";
import {
  checkApprise,
  checkMail,
  checkNtfy,
  checkPlivo,
  checkPush,
  checkReach,
  checkTwilio,
} from "./providers.ts";
import { checkAnswer, checkCertificate, checkName } from "./public-address.ts";

const server = useServer();
const opened: { close(): unknown }[] = [];
afterAll(() => {
  for (const each of opened) each.close();
});

async function portOf(listening: TcpServer): Promise<number> {
  opened.push(listening);
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return (listening.address() as AddressInfo).port;
}

async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(answer))}`;
}

const nowhere = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** Answers the account of whoever sends the right password. */
const account: RequestListener = ({ url, headers }, response) => {
  const isKnown = headers.authorization === `Basic ${btoa("AC1:right")}`;
  response.writeHead(
    isKnown && /^\/(2010-04-01\/Accounts\/AC1\.json|v1\/Account\/AC1\/)$/.test(url ?? "") ? 200 : 401,
  );
  response.end("{}");
};

describe("the public address", () => {
  test("its name has to lead somewhere", async () => {
    expect(await checkName("http://localhost:3000")).toMatchObject({ state: "fine" });
    expect(await checkName("http://127.0.0.1:3000")).toMatchObject({ state: "fine" });
    const found = await checkName("https://porch.invalid");
    expect(found).toMatchObject({
      state: "broken",
      words: expect.stringMatching(/^porch\.invalid leads nowhere \(E/),
    });
  });

  test("its certificate has to be trusted, and to last", async () => {
    const { certificate, key } = makeCertificate(await temporaryFolder());
    const [cert, pem] = [await readFile(certificate), await readFile(key)];
    const https = createTlsServer({ cert, key: pem });
    const url = `https://localhost:${await portOf(https)}`;
    const now = new Date();
    expect(await checkCertificate(url, now)).toMatchObject({
      state: "broken",
      words: expect.stringContaining("Browsers don't trust it"),
    });
    const trust = { ca: cert };
    expect(await checkCertificate(url, now, trust)).toMatchObject({
      state: "look at this",
      words: expect.stringMatching(/^It ends in 1 days/),
    });
    expect(await checkCertificate(url, new Date(now.getTime() - 30 * dayMs), trust)).toMatchObject({
      state: "fine",
    });
    expect(await checkCertificate(url, new Date(now.getTime() + 9 * dayMs), trust)).toMatchObject({
      state: "broken",
      words: expect.stringContaining("ago"),
    });
    expect(await checkCertificate("http://porch.example", now)).toMatchObject({ state: "look at this" });
    expect(await checkCertificate("http://localhost:3000", now)).toMatchObject({ state: "fine" });
    const closed = (await nowhere()).replace("http:", "https:");
    expect(await checkCertificate(closed, now)).toMatchObject({
      state: "broken",
      words: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("the server has to answer there", async () => {
    expect(await checkAnswer(server().url)).toMatchObject({ state: "fine" });
    const other = await serve((_, response) => response.writeHead(404).end());
    expect(await checkAnswer(other)).toMatchObject({
      state: "broken",
      words: expect.stringContaining("status 404"),
    });
    expect(await checkAnswer(await nowhere())).toMatchObject({ state: "broken" });
  });
});

test("the clock is compared with that of the first server that tells the time", async () => {
  const date = new Date("2026-11-20T13:05:00Z");
  const telling = await serve((_, response) => response.writeHead(200, { date: date.toUTCString() }).end());
  const silent = await serve((_, response) => {
    response.sendDate = false;
    response.end();
  });
  const at = (seconds: number) => () => new Date(date.getTime() + seconds * 1000);
  expect(await checkClock([silent, telling], at(0.4))).toMatchObject({
    state: "fine",
    words: expect.stringContaining(`agrees with the clock of ${new URL(telling).host}`),
  });
  expect(await checkClock([telling], at(-10))).toMatchObject({
    state: "look at this",
    words: expect.stringContaining("10 seconds behind"),
  });
  expect(await checkClock([telling], at(90))).toMatchObject({
    state: "broken",
    words: expect.stringContaining("90 seconds ahead"),
  });
  expect(await checkClock([await nowhere()], at(0))).toMatchObject({
    state: "look at this",
    words: expect.stringContaining("could not be compared"),
  });
});

test("a disk that is full, nearly full, or closed to the server is found", async () => {
  const folder = await temporaryFolder();
  const full = (part: number) => checkDisk(folder, async () => part);
  expect([(await full(0.5)).state, (await full(0.85)).state, (await full(0.95)).state]).toEqual([
    "fine",
    "look at this",
    "broken",
  ]);
  expect(await checkDisk(join(folder, "missing"))).toMatchObject({
    state: "broken",
    words: expect.stringContaining("ENOENT"),
  });
});

test("the database says its version, its speed and how many connections are open", async () => {
  const { world } = server();
  expect(await checkDatabase(world.database)).toMatchObject({
    state: "fine",
    words: expect.stringMatching(
      /^PostgreSQL \d+\.\d+.* answers in \d+\.\d ms, with \d+ of \d+ connections open\.$/,
    ),
  });
  expect(await checkTimeZones(world)).toMatchObject({ state: "fine" });
});

test("ids that have left the range of their cell are found, and named", async () => {
  const { world, database } = server();
  expect(await checkIds(world)).toEqual([]);
  const inCell = (number: string) =>
    checkIds({ database, config: readConfig({ ...lastCell, CELL_NUMBER: number }) });
  expect(await inCell("3")).toMatchObject([{ state: "fine" }]);
  await sql`select setval('people_id_seq', 40000000)`.execute(database.kysely);
  expect(await inCell("4")).toMatchObject([{ state: "fine" }]);
  expect(await inCell("3")).toMatchObject([
    { state: "look at this", words: expect.stringContaining("the same: people.") },
  ]);
});

test("a backup that is late, missing or closed by another passphrase is found", async () => {
  const { world, database, clock } = server();
  const folder = await temporaryFolder();
  const backups = (BACKUP_PASSPHRASE: string) => {
    const { dailyBackups } = readConfig({ BACKUP_DIR: folder, BACKUP_PASSPHRASE });
    return { ...world, config: { ...world.config, dailyBackups } };
  };
  expect(await checkBackup(world)).toMatchObject({ state: "look at this" });
  expect(await checkBackup(backups(passphrase))).toMatchObject({
    state: "broken",
    words: expect.stringContaining("no good backup from today"),
  });
  await keepServerKey(server(), folder);
  await backUpServer(server(), folder, "a");
  const { size: bytes } = await stat(join(folder, "a"));
  await database.kysely.insertInto("backups").values({ file: "a", bytes, created_at: clock.now() }).execute();
  expect(await checkBackup(backups(passphrase))).toMatchObject({
    state: "fine",
    words: expect.stringContaining("BACKUP_PASSPHRASE opens it"),
  });
  expect(await checkBackup(backups("another passphrase"))).toMatchObject({
    state: "broken",
    words: "BACKUP_PASSPHRASE does not open a. Keep the old passphrase for it, or correct the variable.",
  });
  await database.kysely.deleteFrom("backups").execute();
});

describe("what sends messages", () => {
  test("a provider that does not know the account is found, and one that can't be reached", async () => {
    const origin = await serve(account);
    const twilio = (authToken: string) =>
      ({ provider: "twilio", accountSid: "AC1", authToken, from: "" }) as const;
    const plivo = (authToken: string) => ({ provider: "plivo", authId: "AC1", authToken, from: "" }) as const;
    expect(await checkTwilio("Texts", twilio("right"), origin)).toMatchObject({ state: "fine" });
    const wrong = await checkTwilio("Texts", twilio("wrong"), origin);
    expect(wrong).toMatchObject({
      state: "broken",
      words: expect.stringContaining("Correct TWILIO_ACCOUNT_SID"),
    });
    expect(await checkPlivo(plivo("right"), origin)).toMatchObject({ state: "fine" });
    expect(await checkPlivo(plivo("wrong"), origin)).toMatchObject({ state: "broken" });
    expect(await checkPlivo(plivo("right"), await nowhere())).toMatchObject({
      state: "broken",
      words: expect.stringContaining("ECONNREFUSED"),
    });
    expect(await checkReach("Texts", `${origin}/send`)).toMatchObject({ state: "fine" });
    expect(await checkReach("Texts", await nowhere())).toMatchObject({ state: "broken" });
  });

  test("an ntfy server that refuses its token is found", async () => {
    const url = await serve(({ headers, url: path }, response) => {
      const isKnown = path === "/v1/health" && headers.authorization === "Bearer tk_right";
      response.writeHead(isKnown ? 200 : 401).end();
    });
    expect(await checkNtfy({ url, token: "tk_right" })).toMatchObject([{ state: "fine" }]);
    expect(await checkNtfy({ url, token: "tk_wrong" })).toMatchObject([{ state: "broken" }]);
    expect(await checkNtfy(undefined)).toEqual([]);
  });

  test("an Apprise server that refuses its password is found", async () => {
    const url = await serve(({ headers, url: path }, response) => {
      const isKnown = path === "/status" && headers.authorization === `Basic ${btoa("porch:right")}`;
      response.writeHead(isKnown ? 200 : 401).end();
    });
    const withPassword = (password: string) => ({ url, account: { username: "porch", password } });
    expect(await checkApprise(withPassword("right"))).toMatchObject([{ state: "fine" }]);
    expect(await checkApprise(withPassword("wrong"))).toMatchObject([{ state: "broken" }]);
    expect(await checkApprise(undefined)).toEqual([]);
  });

  test("a mail server that refuses the password is found, and the words don't repeat it", async () => {
    const mail = new SMTPServer({
      disableReverseLookup: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) =>
        password === "right" ? done(null, { user: username }) : done(new Error("Not you")),
    });
    const port = await portOf(mail.server);
    const smtp = (password: string) => ({
      url: `smtp://anna:${password}@127.0.0.1:${port}`,
      from: "a@example.com",
    });
    expect(await checkMail(smtp("right"))).toMatchObject({ state: "fine" });
    const refused = await checkMail(smtp("wrong"));
    expect(refused).toMatchObject({ state: "broken", words: expect.stringContaining("EAUTH") });
    expect(refused.words).not.toContain("wrong@");
    expect(await checkMail(undefined)).toMatchObject({ state: "look at this" });
  });

  test("services of browsers that can't be found are named", async () => {
    const { secrets } = server().world;
    expect(await checkPush(secrets, ["localhost"])).toMatchObject({ state: "fine" });
    expect(await checkPush(secrets, ["localhost", "push.invalid"])).toMatchObject({
      state: "broken",
      words: expect.stringMatching(/^push\.invalid can't be found/),
    });
  });
});

test("a bucket that can't be used is found", async () => {
  const s3 = await startS3();
  const { world } = server();
  const media = { store: "bucket", bucket: s3.settings } as const;
  const there = { ...world, config: { ...world.config, media } };
  expect(await checkBucket(there)).toMatchObject([{ state: "fine" }]);
  s3.fault.status = 403;
  expect(await checkBucket(there)).toMatchObject([
    { state: "broken", words: expect.stringContaining("GET with 403") },
  ]);
  s3.stop();
  expect(await checkBucket(world)).toEqual([]);
});

test("the command prints a line for each check, and fails if something is broken", async () => {
  const dataDir = await temporaryFolder();
  await keepServerKey(server(), dataDir);
  const { port } = new URL(server().url);
  const env = {
    DATABASE_URL: server().databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: "",
    PORT: port,
    HOST: "127.0.0.1",
  };
  const well = await runDataCommand(["porchlight", "doctor"], env);
  for (const what of [
    "Settings",
    "Name",
    "Certificate",
    "Server",
    "Clock",
    "Disk",
    "Database",
    "Time zones",
    "Backup",
  ])
    expect(well.said).toMatch(new RegExp(`^ +${what} +(fine|look at this|BROKEN) +\\S`, "m"));
  const ill = await runDataCommand(["porchlight", "doctor"], { ...env, PORT: String(await freePort()) });
  expect(ill.code).toBe(1);
  expect(ill.said).toMatch(/Server +BROKEN +http:\/\/localhost:\d+ does not answer/);
  const noDatabase = await runDataCommand(["porchlight", "doctor"], {
    ...env,
    DATABASE_URL: "postgres://127.0.0.1:1/none",
  });
  expect(noDatabase.code).toBe(1);
  expect(noDatabase.said).toMatch(/Database +BROKEN/);
  const refused = await runDataCommand(["porchlight", "doctor"], { ...env, SIGN_UP: "ajar" });
  expect(refused.said).toMatch(/Settings +BROKEN +SIGN_UP/);
});
