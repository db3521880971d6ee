// A family has moved from "oak" to "elm". Its devices and links still have the old address.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { makeCalendarAddress } from "#contract/calendar/published.ts";
import { getNewAddress, openNewAddress } from "#contract/cells.ts";
import { dayMs } from "#contract/durations.ts";
import { getHelloPicture, giveHelloPicture } from "#contract/hellos.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { declineInvitation, verifyInvitation } from "#contract/invitations.ts";
import { movedToHeader } from "#contract/moved-to.ts";
import { moveAwayFrom, startCell } from "#tests/support/cells.ts";
import { Client } from "#tests/support/client.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { freePort } from "#tests/support/free-port.ts";
import { helloPicture } from "#tests/support/hellos.ts";
import { LiveStream } from "#tests/support/live-stream.ts";
import { invite, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { tokenIn } from "#tests/support/sent-links.ts";
import type { TestServer } from "#tests/support/server.ts";
import { forgetMovedFamilies } from "./moved-families.ts";
import { enqueueMovedMessages } from "./moved-kind.ts";

let oak: TestServer;
let elm: TestServer;
beforeAll(async () => {
  [oak, elm] = await Promise.all([startCell(), startCell()]);
});
afterAll(() => Promise.all([oak, elm].map((server) => server?.stop())));

/** A family at elm, and its devices with the address of oak. */
async function movedFamily(at = { oak, elm }) {
  const family = await reyesFamily(at.elm);
  const { anna, rose } = family;
  const [annas, roses] = await moveAwayFrom(at.oak, [anna, rose]);
  if (!annas || !roses) throw new Error("Two devices have moved.");
  return { ...family, devices: { anna: annas, rose: roses } };
}

const forget = ({ database }: TestServer) => database.kysely.deleteFrom("moved_families").execute();

describe("a device whose family has moved", () => {
  test("asks for help at the old address, and the new cell has the request", async () => {
    const { anna, devices } = await movedFamily();
    const asked = await devices.rose.ask(askForHelp, { body: { text: "My TV isn't working." } });
    expect(asked.status).toBe(201);
    expect(asked.headers.get(movedToHeader)).toBe(elm.url);
    expect(await anna.client.call(listHelpRequests)).toMatchObject([{ id: asked.body.id }]);
  });

  test("gets refusals and cookies of the new cell as they are", async () => {
    const { devices } = await movedFamily();
    const refused = await devices.rose.ask(askForHelp, { body: { text: "" } });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const left = await devices.rose.fetch("POST", "/api/auth/logout");
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie().join()).toContain("porchlight_session=;");
    expect((await devices.rose.ask(getStatus)).status).toBe(401);
  });

  test("sends and reads files, a page opened by the browser's cookie too", async () => {
    const { anna, devices } = await movedFamily();
    const { pictures } = await devices.anna.call(giveHelloPicture, await helloPicture());
    const parts = { params: { id: pictures[0]?.id ?? 0 }, query: { size: "small" } };
    const there = await anna.client.ask(getHelloPicture, parts);
    const here = await devices.rose.ask(getHelloPicture, { ...parts, headers: { authorization: "" } });
    expect(here.status).toBe(200);
    expect(here.body).toBe(there.body);
    expect(here.headers.get("etag")).toBe(there.headers.get("etag"));
  });

  test("hears at once what happens at the new cell, until it goes away", async () => {
    const { rose, devices } = await movedFamily();
    const stream = new LiveStream(await devices.anna.fetch("GET", "/api/live"));
    await expect.poll(() => stream.text).toContain("retry:");
    await rose.client.call(askForHelp, { body: { text: "The stove is on." } });
    await expect.poll(() => stream.heard).toContain("help-requests");

    const left = new Promise((resolve) => {
      elm.app.server.once("request", (_request, response) => response.once("close", resolve));
    });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${devices.rose.token}` };
    await fetch(`${oak.url}/api/live`, { headers, signal: leaving.signal });
    leaving.abort();
    await left;
  });

  test("is told to try again while its family is on its way, and while the new cell cannot be reached", async () => {
    const anna = await signUp(elm, { name: "Anna Reyes" });
    const [device] = await moveAwayFrom(oak, [anna], { isOnItsWay: true });
    const moving = await device?.ask(getStatus);
    expect([moving?.status, moving?.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(moving?.body).toMatchObject({ message: expect.stringContaining("is moving to another server") });
    await forget(oak);

    const ben = await signUp(elm, { name: "Ben" });
    const [lost] = await moveAwayFrom(oak, [ben], { origin: `http://127.0.0.1:${await freePort()}` });
    const refused = await lost?.ask(askForHelp, { body: { text: "Hello?" } });
    expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(refused?.body).toMatchObject({ message: expect.stringContaining("can't be reached right now") });
    await forget(oak);
  });

  test("learns the new address, and is signed in there without what needs a fresh proof", async () => {
    const { rose, devices } = await movedFamily();
    const until = new Date(oak.clock.now().getTime() + 30 * dayMs).toISOString();
    expect(await devices.rose.call(getNewAddress)).toEqual({ url: elm.url, until });
    const { url } = await devices.rose.call(openNewAddress);
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(elm.url);

    const there = new Client(elm.url, searchParams.get("token") ?? "");
    const { token, user } = await there.call(getStatus);
    expect(user).toMatchObject({ id: rose.id, familyId: rose.familyId });
    const newest = elm.database.kysely.selectFrom("sessions").select("proven_at").orderBy("id", "desc");
    expect(await newest.limit(1).executeTakeFirst()).toEqual({ proven_at: null });
    expect(token).toBeDefined();
    expect((await new Client(oak.url, token).ask(getNewAddress)).status).toBe(404);
    const stranger = await signUp(oak);
    expect((await stranger.client.ask(openNewAddress)).status).toBe(404);
  });

  test("is a stranger at the old address after 30 days, and its family is forgotten there", async () => {
    const cells = { oak: await startCell(), elm };
    onTestFinished(() => cells.oak.stop());
    const { devices } = await movedFamily(cells);
    cells.oak.clock.advance(30 * dayMs - 1);
    await forgetMovedFamilies(cells.oak.world);
    expect((await devices.rose.ask(getStatus)).status).toBe(200);
    cells.oak.clock.advance(1);
    expect((await devices.rose.ask(getStatus)).status).toBe(401);
    await forgetMovedFamilies(cells.oak.world);
    const left = cells.oak.database.kysely.selectFrom("moved_sessions").selectAll();
    expect(await left.execute()).toEqual([]);
  });
});

describe("a link with the old address", () => {
  const verify = (code: string, at = oak) => new Client(at.url).ask(verifyInvitation, { query: { code } });

  test("of an invitation leads on, and says where to", async () => {
    const { anna } = await movedFamily();
    const code = await invite(anna, "child", "Nora");
    const found = await verify(code);
    expect([found.status, found.headers.get(movedToHeader)]).toEqual([200, elm.url]);
    expect(found.body).toEqual((await verify(code, elm)).body);
    const declined = await new Client(oak.url).ask(declineInvitation, { body: { inviteCode: code } });
    expect([declined.status, declined.headers.get(movedToHeader)]).toEqual([204, elm.url]);
    expect((await verify(code)).status).toBe(410);
  });

  test("of a calendar leads on", async () => {
    const { anna } = await movedFamily();
    const { url } = await anna.client.call(makeCalendarAddress);
    const { pathname } = new URL(url);
    const there = await fetch(url);
    const here = await fetch(oak.url + pathname);
    expect([here.status, await here.text()]).toEqual([200, await there.text()]);
    const tag = { "if-none-match": there.headers.get("etag") ?? "" };
    expect((await fetch(oak.url + pathname, { headers: tag })).status).toBe(304);
  });

  test("of a family that stayed is answered here, whoever opens it", async () => {
    const { devices } = await movedFamily();
    const stayed = await signUp(oak);
    const code = await invite(stayed, "child", "Nora");
    const found = await devices.anna.ask(verifyInvitation, { query: { code } });
    expect([found.status, found.headers.get(movedToHeader)]).toEqual([200, null]);
  });

  test("that no cell knows is unknown, also after families have moved in both directions", async () => {
    await movedFamily();
    await moveAwayFrom(elm, [await signUp(oak)]);
    onTestFinished(() => forget(elm).then(() => undefined));
    const unknown = await verify("nobody-has-this-code");
    expect([unknown.status, unknown.headers.get(movedToHeader)]).toEqual([404, null]);
  });

  test("waits for a family that is on its way, and for a cell that cannot be reached", async () => {
    for (const move of [{ isOnItsWay: true }, { origin: `http://127.0.0.1:${await freePort()}` }]) {
      await forget(oak);
      await moveAwayFrom(oak, [await signUp(elm)], move);
      expect((await verify("nobody-has-this-code")).status).toBe(503);
    }
    await forget(oak);
  });
});

test("the members are told the new address, each in their words, with a link that signs them in there", async () => {
  const { anna, rose } = await reyesFamily(elm);
  const { database, clock, outbox } = elm;
  await database.kysely
    .transaction()
    .execute((trx) =>
      enqueueMovedMessages(trx, { familyId: anna.familyId, from: "oak.example.org" }, clock.now()),
    );
  await sendMessages(elm.world);
  const sentTo = ({ phoneNumber }: Person) => outbox.filter(({ to }) => to === phoneNumber);
  const host = new URL(elm.url).host;
  expect(sentTo(anna)[0]?.text).toContain(`new address: ${host}. Please open it from now on.`);
  expect(sentTo(anna)[0]?.text).toContain("oak.example.org works until December 20.");
  expect(sentTo(rose)[0]?.text).toContain("help comes as always. Your old page works until December 20.");

  clock.advance(6 * dayMs);
  const there = new Client(elm.url, tokenIn(sentTo(rose)));
  expect((await there.call(getStatus)).user).toMatchObject({ id: rose.id });
  expect((await there.ask(getStatus)).status).toBe(401);
});
