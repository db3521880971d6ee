// An entrance and two cells, each with a database of its own. A third cell is down.
import { createServer } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { findFamily, findRoom } from "#contract/cells.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { cellsSecret as secret, startCell } from "#tests/support/cells.ts";
import { Client } from "#tests/support/client.ts";
import { freePort } from "#tests/support/free-port.ts";
import { newPhoneNumber, reyesFamily, signUpByEmail, signUpByPhone } from "#tests/support/people.ts";
import { tokenIn } from "#tests/support/sent-links.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { sentToAll } from "./entrance.ts";
import { linkQuestion, roomQuestion } from "./questions.ts";
import { digestOf, type Question, signatureHeader, signatureOf } from "./signature.ts";

let oak: TestServer;
let elm: TestServer;
let entrance: TestServer;
let down: string;
const logged: string[] = [];
const log = pino({ level: "warn" }, { write: (line) => void logged.push(line) });

beforeAll(async () => {
  [oak, elm] = await Promise.all([
    startCell({ env: { CELL_FAMILIES: "1000" } }),
    startCell({ env: { CELL_FAMILIES: "10" } }),
  ]);
  down = `http://127.0.0.1:${await freePort()}`;
  entrance = await startCell({ env: { CELLS: [oak.url, elm.url, down].join() }, log });
});
afterAll(() => Promise.all([entrance, oak, elm].map((server) => server?.stop())));

const ask = (address: string, at = entrance) => new Client(at.url).ask(findFamily, { body: { address } });

const isLink = ({ text }: { text: string }) => text.includes("/sign-in/link");
const linksTo = (to: string, ...servers: TestServer[]) =>
  servers
    .flatMap(({ outbox, mailbox }) => [...outbox, ...mailbox])
    .filter((each) => each.to === to && isLink(each));

/** Asks for somebody who is known, so that everything that was asked before has arrived. */
async function settle(): Promise<void> {
  const { phoneNumber } = await signUpByPhone(oak);
  await ask(phoneNumber);
  await expect.poll(() => linksTo(phoneNumber, oak).length).toBe(1);
}

describe("finding a family", () => {
  test("sends a link by text from the cell that knows the number, which signs in once", async () => {
    const { rose, anna } = await reyesFamily(oak);
    const national = rose.phoneNumber.replace(/^\+1(\d{3})(\d{3})/, "($1) $2-");
    expect(await ask(` ${national} `)).toMatchObject({ status: 200, body: { message: sentToAll } });
    await expect.poll(() => linksTo(rose.phoneNumber, oak, elm).length).toBe(1);
    const [link] = linksTo(rose.phoneNumber, oak);
    expect(link?.text).toContain(`${oak.url}/sign-in/link?to=`);
    const { name } = await oak.database.kysely
      .selectFrom("families")
      .select("name")
      .where("id", "=", anna.familyId)
      .executeTakeFirstOrThrow();
    expect(link?.text).toContain(`Sign in to ${name} on Porchlight`);

    const client = new Client(oak.url);
    client.token = tokenIn(oak.outbox.filter(isLink));
    client.token = (await client.call(getStatus)).token ?? "";
    expect(await client.call(getAccount)).toMatchObject({ phoneNumber: rose.phoneNumber });
    const again = new Client(oak.url);
    again.token = tokenIn(oak.outbox.filter(isLink));
    expect((await again.ask(getStatus)).status).toBe(401);
  });

  test("sends a link by e-mail to an address, however it is written", async () => {
    const email = "helen@example.com";
    await signUpByEmail(elm, { email });
    await ask("Helen@Example.com");
    await expect.poll(() => linksTo(email, elm).length).toBe(1);
  });

  test("answers the same for somebody whom no cell knows, and sends nothing", async () => {
    const { phoneNumber } = await signUpByPhone(oak);
    const [known, unknown] = [await ask(phoneNumber), await ask(newPhoneNumber())];
    expect(unknown.body).toEqual(known.body);
    expect(unknown.status).toBe(known.status);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    await expect.poll(() => linksTo(phoneNumber, oak).length).toBe(1);
    const links = () =>
      [oak, elm].map(({ outbox, mailbox }) => [...outbox, ...mailbox].filter(isLink).length);
    const [ofOak = 0, ofElm = 0] = links();
    await ask("nobody@example.com");
    await settle();
    expect(links()).toEqual([ofOak + 1, ofElm]);
  });

  test("sends nothing to a number that is only for calls", async () => {
    const callNumber = newPhoneNumber();
    await signUpByEmail(oak, { email: "only-by-email@example.com", callNumber });
    await ask(callNumber);
    await settle();
    expect(linksTo(callNumber, oak, elm)).toEqual([]);
  });

  test("sends a link from each cell that knows somebody, and they can be told apart", async () => {
    const { phoneNumber } = await signUpByPhone(oak, { name: "Nora Reyes" });
    await signUpByPhone(elm, { name: "Nora Stone", phoneNumber });
    await ask(phoneNumber);
    await expect.poll(() => linksTo(phoneNumber, oak, elm).length).toBe(2);
    const [one, other] = linksTo(phoneNumber, oak, elm).map(({ text }) => text.split(": ")[0]);
    expect(one).not.toBe(other);
  });

  test("says what is wrong with a number or an address, whether or not somebody is known", async () => {
    expect(await ask("614")).toMatchObject({
      status: 400,
      body: { fields: { address: "Phone number must be at least 10 digits" } },
    });
    expect(await ask("anna@")).toMatchObject({
      status: 400,
      body: { message: "Please enter a valid email address" },
    });
    expect((await ask("+00000000000")).status).toBe(400);
  });

  test("waits for no cell, and the log names the one that is down", async () => {
    const silentPort = await freePort();
    const silent = createServer(() => {}).listen(silentPort, "127.0.0.1");
    onTestFinished(() => void silent.close());
    const slow = `http://127.0.0.1:${silentPort}`;
    const impatient = await startCell({ env: { CELLS: [slow, down, oak.url].join() }, log });
    onTestFinished(() => impatient.stop());
    const { phoneNumber } = await signUpByPhone(oak);
    expect((await ask(phoneNumber, impatient)).status).toBe(200);
    await expect.poll(() => linksTo(phoneNumber, oak).length).toBe(1);
    await expect.poll(() => logged.some((line) => line.includes("asked") && line.includes(down))).toBe(true);
    expect(logged.join()).not.toContain(phoneNumber);
  });

  test("sends one person three links in an hour, and its answer does not tell", async () => {
    const { phoneNumber } = await signUpByPhone(elm);
    for (let count = 0; count < 5; count += 1) expect((await ask(phoneNumber)).status).toBe(200);
    await expect.poll(() => linksTo(phoneNumber, elm).length).toBe(3);
    await settle();
    expect(linksTo(phoneNumber, elm)).toHaveLength(3);
    for (const { clock } of [entrance, oak, elm]) clock.advance(hourMs);
    await ask(phoneNumber);
    await expect.poll(() => linksTo(phoneNumber, elm).length).toBe(4);
  });

  test("takes only so many searches from one address", async () => {
    const strict = await startCell({ env: { CELLS: down }, limits: { smsPerIpPerHour: 2 }, log });
    onTestFinished(() => strict.stop());
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await ask(newPhoneNumber(), strict)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("a cell", () => {
  const asking = (cell: TestServer, body: string): Question & { body: string } => ({
    origin: cell.url,
    method: "POST",
    path: linkQuestion.path,
    digest: digestOf(body),
    body,
  });
  const questionTo = (cell: TestServer, address: string) =>
    asking(cell, JSON.stringify({ kind: "phone_number", address }));

  async function post(
    cell: TestServer,
    { path, body, digest }: ReturnType<typeof questionTo>,
    signature: string,
  ): Promise<number> {
    const headers = {
      "content-type": "application/json",
      "content-digest": digest,
      [signatureHeader]: signature,
    };
    return (await fetch(cell.url + path, { method: "POST", headers, body })).status;
  }

  test("answers what is signed, once and within a minute, and nothing else", async () => {
    const { phoneNumber } = await signUpByPhone(oak);
    const question = questionTo(oak, phoneNumber);
    const now = oak.clock.now();
    const minutes = (count: number) => new Date(now.getTime() + count * minuteMs);
    const refused = [
      "",
      "1.2.3",
      signatureOf("another secret of the same length..", question, now),
      signatureOf(secret, questionTo(oak, newPhoneNumber()), now),
      signatureOf(secret, { ...question, path: roomQuestion.path }, now),
      signatureOf(secret, { ...question, method: "GET" }, now),
      signatureOf(secret, { ...question, origin: elm.url }, now),
      signatureOf(secret, question, minutes(-2)),
      signatureOf(secret, question, minutes(2)),
    ];
    for (const signature of refused) expect(await post(oak, question, signature)).toBe(403);
    const other = { ...question, body: questionTo(oak, newPhoneNumber()).body };
    expect(await post(oak, other, signatureOf(secret, question, now))).toBe(403);
    expect(linksTo(phoneNumber, oak)).toEqual([]);

    const signature = signatureOf(secret, question, now);
    expect([await post(oak, question, signature), await post(oak, question, signature)]).toEqual([200, 403]);
    await expect.poll(() => linksTo(phoneNumber, oak).length).toBe(1);
  });

  test("refuses a question that it does not know", async () => {
    for (const body of ["{", '{"kind":"name","address":"Rose"}', "[]"]) {
      const question = asking(oak, body);
      expect(await post(oak, question, signatureOf(secret, question, oak.clock.now()))).toBe(400);
    }
  });

  test("does not exist without the secret", async () => {
    const alone = await startServer();
    onTestFinished(() => alone.stop());
    const question = questionTo(alone, newPhoneNumber());
    expect(await post(alone, question, signatureOf("", question, alone.clock.now()))).toBe(404);
  });
});

describe("a new family", () => {
  const findOne = (at = entrance) => new Client(at.url).ask(findRoom);

  async function entranceTo(...cells: string[]): Promise<TestServer> {
    const server = await startCell({ env: { CELLS: cells.join() }, log });
    onTestFinished(() => server.stop());
    return server;
  }

  const familiesIn = async ({ database }: TestServer) =>
    (await database.kysely.selectFrom("families").select("id").execute()).length;

  test("is led to the cell with the smallest share of its families, asked again after a minute", async () => {
    const [wide, narrow] = await Promise.all([
      startCell({ env: { CELL_FAMILIES: "100" } }),
      startCell({ env: { CELL_FAMILIES: "3" } }),
    ]);
    onTestFinished(() => Promise.all([wide.stop(), narrow.stop()]).then(() => undefined));
    const at = await entranceTo(narrow.url, down, wide.url);
    await signUpByPhone(wide);
    const hosts = async (count: number) => {
      const found = [];
      for (let asked = 0; asked < count; asked += 1)
        found.push((await new Client(at.url).call(findRoom)).url);
      return found;
    };
    const [toNarrow, toWide] = [`${narrow.url}/?signup=phone`, `${wide.url}/?signup=phone`];
    expect(await hosts(3)).toEqual([toNarrow, toWide, toWide]);
    // Those who were led to a cell and did not stay are forgotten.
    at.clock.advance(minuteMs);
    narrow.clock.advance(minuteMs);
    wide.clock.advance(minuteMs);
    expect(await hosts(1)).toEqual([toNarrow]);
    for (let count = 0; count < 3; count += 1) await signUpByPhone(narrow);
    expect(await familiesIn(narrow)).toBe(3);
    for (const { clock } of [at, narrow, wide]) clock.advance(minuteMs);
    expect(await hosts(2)).toEqual([toWide, toWide]);
  });

  test("hears a clear sentence when no cell is up, open and not full", async () => {
    const closed = await startCell({ env: { SIGN_UP: "invited" } });
    onTestFinished(() => closed.stop());
    const at = await entranceTo(down, closed.url);
    const message = "We can't take new families right now. Please try again later.";
    expect(await findOne(at)).toMatchObject({ status: 503, body: { message } });
  });

  test("cannot start at an entrance that is no cell itself", async () => {
    const message = "This Porchlight takes no new people right now.";
    await expect(signUpByPhone(entrance)).rejects.toThrow(message);
  });

  test("may start at an entrance that is a cell, which asks itself without a connection", async () => {
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    const both = await startServer({
      port,
      env: { PUBLIC_URL: own, CELLS: own, CELLS_SECRET: secret, CELL_NUMBER: "0" },
    });
    onTestFinished(() => both.stop());
    expect(await findOne(both)).toMatchObject({ status: 200, body: { url: `${own}/?signup=phone` } });
    const { phoneNumber } = await signUpByPhone(both);
    await ask(phoneNumber, both);
    await expect.poll(() => linksTo(phoneNumber, both).length).toBe(1);
  });
});
