import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { askForHelp } from "#contract/help-requests.ts";
import { getStatus } from "#contract/sign-in.ts";
import { Client } from "#tests/support/client.ts";
import { reyesFamily, type Somebody } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { callerAddress } from "./limits.ts";

const server = useServer();

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["unknown", "unknown"],
])("a limit counts %s as %s", (ip, counted) => {
  expect(callerAddress({ ip })).toBe(counted);
});

test("a device may call so often, another one just as often, and help is asked for all the same", async () => {
  const { anna, rose } = await reyesFamily(server());
  const limits = { requestsPerSession: 3 };
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
  const on = ({ client }: Somebody) => Object.assign(new Client(strict.url), { token: client.token });
  const [annas, roses] = [on(anna), on(rose)];
  for (const status of [200, 200, 200, 429]) expect((await roses.ask(getStatus)).status).toBe(status);
  expect((await annas.ask(getStatus)).status).toBe(200);
  expect((await roses.ask(askForHelp, { body: { phraseId: 101 } })).status).toBe(201);
  await strict.stop();
});

/** All that is answered, until the server hangs up. */
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

test("a request that is not whole after ten seconds is given up, in its headers and in its body", async () => {
  const body =
    "POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
  const answers = await Promise.all([answerTo("GET /healthz HTTP/1.1\r\nhost: "), answerTo(body)]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408/);
});
