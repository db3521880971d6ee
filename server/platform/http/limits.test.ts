import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { Client } from "#tests/support/client.ts";
import { inLong } from "#tests/support/long-form.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { callerAddress } from "./limits.ts";
import { sessionCookie } from "./session.ts";

const server = useServer();

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"],
  ["2001:db8:1:ff:ffff::1", "2001:db8:1::/56"],
  ["2001:db8:1:100::1", "2001:db8:1:100::/56"],
  ["::1", "::/56"],
  ["fe80::1%eth0", "fe80::/56"],
  ["unknown", "unknown"],
])("a limit counts %s as %s", (ip, counted) => {
  expect(callerAddress({ ip })).toBe(counted);
});

test("limits apply to each device separately, and never to help requests", async () => {
  const { anna, rose } = await reyesFamily(server());
  const limits = { requestsPerSession: 3 };
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
  const on = ({ client }: Person) => Object.assign(new Client(strict.url), { token: client.token });
  const [annas, roses] = [on(anna), on(rose)];
  for (const status of [200, 200, 200, 429]) expect((await roses.ask(getStatus)).status).toBe(status);
  expect((await annas.ask(getStatus)).status).toBe(200);
  expect((await roses.ask(askForHelp, { body: { phraseId: 101 } })).status).toBe(201);
  await strict.stop();
});

test("sign-ins from one address are counted over all servers, and the answer says when to try again", async () => {
  const options = { limits: { loginsPerIp: 4 }, databaseUrl: server().databaseUrl };
  const servers = await Promise.all([startServer(options), startServer(options)]);
  const tryAt = async ({ url }: { url: string }, name: string) =>
    await new Client(url).ask(login, { body: { username: name, password: "wrong one" } });
  const tries = servers.flatMap((each) => ["Ann", "Bob", "Cid"].map((name) => tryAt(each, `${name} Nobody`)));
  const answers = await Promise.all(tries);
  expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ message: "That was a lot at once. Please try again in 5 minutes." });
  expect(refused?.headers.get("retry-after")).toBe("300");
  for (const each of servers) await each.stop();
});

const randomToken = () => randomBytes(16).toString("base64url");

test("made-up tokens and cookies count toward their address, and are refused like any other calls from there", async () => {
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits: { requestsPerSession: 5 } });
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${strict.url}/api/family`, { headers })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    statuses.push(await statusWith({ authorization: `Bearer ${randomToken()}` }));
    statuses.push(await statusWith({ cookie: `${sessionCookie}=${randomToken()}` }));
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  await strict.stop();
});

test("tokens that a stranger at the same address makes up do not count against a signed-in person", async () => {
  const { anna } = await reyesFamily(server());
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits: { requestsPerSession: 3 } });
  const headers = { authorization: `Bearer ${randomToken()}` };
  for (let turn = 0; turn < 6; turn += 1) await fetch(`${strict.url}/api/family`, { headers });
  const annas = new Client(strict.url, anna.client.token);
  for (const status of [200, 200, 200, 429]) expect((await annas.ask(getStatus)).status).toBe(status);
  await strict.stop();
});

test.each(["junk", "Basic cm9zZTpyb3Nl", "Bearer", "Bearer one two", "bearer "])(
  "%j as Authorization is refused even with a session cookie",
  async (authorization) => {
    const { rose } = await reyesFamily(server());
    const cookie = `${sessionCookie}=${rose.client.token}`;
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${server().url}/api/family`, { headers })).status;
    expect(await statusWith({ cookie })).toBe(200);
    expect(await statusWith({ cookie, authorization })).toBe(401);
  },
);

/** True once the server answers, false when it hangs up first. */
const isAnswered = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once("data", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  });

/** Counts the connections that get an answer while all of them are open. */
async function answeredConnections(url: string, count: number): Promise<number> {
  const { port, hostname } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  const answers = await Promise.all(sockets.map(isAnswered));
  for (const socket of sockets) socket.destroy();
  return answers.filter(Boolean).length;
}

test("connections are limited per address, and new ones are possible once others are closed", async () => {
  const limits = { connectionsPerAddress: 4 };
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
  expect(await answeredConnections(strict.url, 9)).toBe(4);
  await expect.poll(() => answeredConnections(strict.url, 1)).toBe(1);
  await strict.stop();
});

test.each(["127.0.0.1", "10.0.0.1, loopback", "127.0.0.0/255.0.0.0"])(
  "connections through the trusted proxies %j are not counted",
  async (TRUSTED_PROXIES) => {
    const limits = { connectionsPerAddress: 4 };
    const trusting = await startServer({
      databaseUrl: server().databaseUrl,
      limits,
      env: { TRUSTED_PROXIES },
    });
    expect(await answeredConnections(trusting.url, 9)).toBe(9);
    await trusting.stop();
  },
);

/** Everything the server sends until it hangs up. */
async function answerTo(sent: string): Promise<string> {
  const { port, hostname } = new URL(server().url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  return text(socket);
}

test("headers of 16 KiB and more are refused", async () => {
  const withHeader = (size: number) =>
    answerTo(`GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: ${"a".repeat(size)}\r\n\r\n`);
  expect(await withHeader(15 * 1024)).toMatch(/^HTTP\/1.1 200/);
  expect(await withHeader(16 * 1024)).toMatch(/^HTTP\/1.1 431/);
});

test("a request that is incomplete after ten seconds is closed, in its headers or its body", async () => {
  const { server: http } = server().app;
  expect([http.headersTimeout, http.requestTimeout]).toEqual([10_000, 10_000]);
  // The long form waits ten seconds. Node.js reads both limits whenever it checks its connections.
  Object.assign(http, inLong({}, { headersTimeout: 200, requestTimeout: 200 }));
  const body =
    "POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
  const answers = await Promise.all([answerTo("GET /healthz HTTP/1.1\r\nhost: "), answerTo(body)]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408/);
});
