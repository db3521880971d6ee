import { expect, test } from "vitest";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { Client } from "#tests/support/client.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

test("the session cookie alone is enough to read, and never to write", async () => {
  const { rose } = await reyesFamily(server());
  const withCookieOnly = new Client(server().url, rose.client.token);
  withCookieOnly.token = undefined;
  expect((await withCookieOnly.ask(listHelpRequests)).status).toBe(200);
  expect((await withCookieOnly.ask(askForHelp, { body: { phraseId: 101 } })).status).toBe(401);
  expect(await rose.client.call(listHelpRequests)).toEqual([]);
});
