import { beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { disconnectCalendar, getCalendarAuthUrl, listConnectedCalendars } from "#contract/calendar/google.ts";
import { minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";
import { callbackFor, comeBack, connectAs } from "#tests/support/sign-in/calendar.ts";
import { startForger } from "#tests/support/sign-in/forger.ts";
import { locationOf } from "#tests/support/sign-in/google.ts";
import { isConnected } from "./connections.ts";
import { calendarRevocations } from "./permissions.ts";

const server = useServer();
const choice = { account: "sandbox-anna" };
let anna: Person;
beforeEach(async () => {
  // Keeps the grant from being revoked, because another family uses it.
  const { kysely } = server().database;
  await kysely.deleteFrom("calendar_connections").execute();
  await kysely.deleteFrom("calendar_revocations").execute();
  anna = await signUp(server());
});

const connections = () =>
  server().database.kysely.selectFrom("calendar_connections").selectAll().orderBy("family_id").execute();
const owed = () =>
  server()
    .database.kysely.selectFrom("calendar_revocations")
    .selectAll()
    .where("family_id", "=", anna.familyId)
    .execute();
const isOn = ({ familyId }: Person) => isConnected(server().database.kysely, familyId);

/** Whether the provider still accepts the family's stored grant. */
async function isGood(sealed: Buffer): Promise<boolean> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: server().world.secrets.open(sealed),
    client_id: "porchlight",
    client_secret: "there are no secrets in a sandbox",
  });
  const answer = await new Client(server().url).fetch("POST", "/sandbox/google/token", { body: form });
  return answer.status === 200;
}

describe("connecting a Google calendar", () => {
  it("requests read-only access, offline, with PKCE", async () => {
    const { authUrl } = await anna.client.call(getCalendarAuthUrl);
    expect(authUrl).toMatch(new RegExp(`^${server().url}/sandbox/google/auth\\?`));
    expect(Object.fromEntries(new URL(authUrl).searchParams)).toMatchObject({
      scope: "openid email https://www.googleapis.com/auth/calendar.readonly",
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/api/calendar/google/callback",
    });
  });

  it("shows the requested access on the provider's page", async () => {
    const { authUrl } = await anna.client.call(getCalendarAuthUrl);
    const { pathname, search } = new URL(authUrl);
    const page = await anna.client.fetch("GET", await locationOf(anna.client, pathname + search));
    expect(await page.text()).toContain("see the calendars");
  });

  it("ends on a page that closes the popup, and stores the grant encrypted with the server's key", async () => {
    expect(await isOn(anna)).toBe(false);
    const { status, headers, html } = await connectAs(anna, choice);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
    expect(html).toContain("Your calendar is connected");
    expect(html).toContain('<script src="/close.js"></script>');
    expect(await isOn(anna)).toBe(true);
    const kept = (await connections()).find(({ family_id }) => family_id === anna.familyId);
    expect(kept).toMatchObject({ connected_by: anna.id, subject: "sandbox-anna" });
    const sealed = kept?.sealed_refresh_token ?? Buffer.alloc(0);
    expect(await isGood(sealed)).toBe(true);
    expect(sealed.includes(server().world.secrets.open(sealed))).toBe(false);
  });

  it("asks Google once when the browser repeats the return, and says that it is connected each time", async () => {
    const callback = await callbackFor(anna, choice);
    const answers = await Promise.all([comeBack(anna, callback), comeBack(anna, callback)]);
    answers.push(await comeBack(anna, callback));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { html } of answers) expect(html).toContain("Your calendar is connected");
    const kept = (await connections()).find(({ family_id }) => family_id === anna.familyId);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(true);
    expect(await owed()).toEqual([]);
    const ben = await join(server(), anna, "admin", "Ben");
    expect((await comeBack(ben, callback)).status).toBe(403);
  });

  it("replaces the previously connected account, and revokes its grant", async () => {
    await connectAs(anna, choice);
    const [first] = (await connections()).filter(({ family_id }) => family_id === anna.familyId);
    await connectAs(anna, { account: "sandbox-ben" });
    const [second] = (await connections()).filter(({ family_id }) => family_id === anna.familyId);
    expect(second?.subject).toBe("sandbox-ben");
    expect(await isGood(first?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(false);
    expect(await isGood(second?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(true);
  });
});

describe("a connection is refused", () => {
  it("when the person presses Cancel", async () => {
    const { status, html } = await comeBack(anna, await callbackFor(anna, { cancel: "yes" }));
    expect(status).toBe(403);
    expect(html).toContain("Google did not confirm this sign-in.");
    expect(html).toContain('<script src="/not-connected.js"></script>');
    expect(html).not.toContain("close.js");
    expect(await isOn(anna)).toBe(false);
  });

  it("when somebody else started it: nobody can link their calendar into another family", async () => {
    const mallory = await signUp(server(), { name: "Mallory" });
    const { status } = await comeBack(anna, await callbackFor(mallory, choice));
    expect(status).toBe(403);
    expect([await isOn(anna), await isOn(mallory)]).toEqual([false, false]);
  });

  it("when another session of the same person started it", async () => {
    const callback = await callbackFor(anna, choice);
    const elsewhere = new Client(server().url);
    server().clock.advance(minuteMs);
    await anna.client.call(changePassword, { body: { password: "porch lamp 42" } });
    const body = { username: anna.phoneNumber, password: "porch lamp 42" };
    elsewhere.token = (await elsewhere.call(login, { body })).token;
    expect((await elsewhere.ask(getStatus)).status).toBe(200);
    expect((await comeBack({ client: elsewhere }, callback)).status).toBe(403);
    expect((await comeBack(anna, callback)).status).toBe(200);
  });

  it("when its callback comes again after a minute, too late, or with an unknown state", async () => {
    const callback = await callbackFor(anna, choice);
    await comeBack(anna, callback);
    server().clock.advance(minuteMs);
    expect((await comeBack(anna, callback)).status).toBe(403);
    const late = await callbackFor(anna, choice);
    server().clock.advance(10 * minuteMs);
    expect((await comeBack(anna, late)).status).toBe(403);
    const wrong = (await callbackFor(anna, choice)).replace(/state=[^&]+/, "state=AAAAAAAAAAAAAAAAAAAAAA");
    expect((await comeBack(anna, wrong)).status).toBe(403);
  });

  it("for somebody who is not signed in, or is not an admin of the family", async () => {
    expect(
      (await comeBack({ client: new Client(server().url) }, await callbackFor(anna, choice))).status,
    ).toBe(401);
    const ben = await join(server(), anna, "child", "Ben");
    const { status, html } = await comeBack(ben, await callbackFor(anna, choice));
    expect(status).toBe(403);
    expect(html).toContain("This is for the people who look after the family");
    expect(await isOn(anna)).toBe(false);
  });

  it("while the provider cannot be reached, or none is configured", async () => {
    const forger = await startForger();
    forger.stop();
    for (const env of [forger.env, production]) {
      const other = await startServer({ env });
      const { client } = await signUp(other);
      expect((await client.ask(getCalendarAuthUrl)).status).toBe(503);
      await other.stop();
    }
  });
});

describe("disconnecting", () => {
  it("revokes the grant at the provider, and deletes it", async () => {
    await connectAs(anna, choice);
    const [kept] = (await connections()).filter(({ family_id }) => family_id === anna.familyId);
    await anna.client.call(disconnectCalendar);
    expect(await isOn(anna)).toBe(false);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(false);
    expect((await anna.client.ask(disconnectCalendar)).status).toBe(204);
  });

  it("deletes the grant even if the provider does not accept the revocation", async () => {
    await connectAs(anna, choice);
    const { google } = server().world.senders;
    const revoke = google.revoke;
    google.revoke = () => Promise.reject(new Error("down"));
    expect((await anna.client.ask(disconnectCalendar)).status).toBe(204);
    google.revoke = revoke;
    expect(await isOn(anna)).toBe(false);
  });

  it("leaves the calendars of other families alone", async () => {
    const others = await signUp(server(), { name: "Otto" });
    await connectAs(anna, choice);
    await connectAs(others, { account: "sandbox-rose" });
    await anna.client.call(disconnectCalendar);
    expect([await isOn(anna), await isOn(others)]).toEqual([false, true]);
  });

  it("happens automatically when the person who connected it leaves the family, and the grant is revoked", async () => {
    const ben = await join(server(), anna, "admin", "Ben");
    await connectAs(ben, { account: "sandbox-ben" });
    const [kept] = (await connections()).filter(({ family_id }) => family_id === anna.familyId);
    expect((await anna.client.call(listConnectedCalendars)).calendars).toHaveLength(1);
    await ben.client.call(leaveFamily);
    expect(await isOn(anna)).toBe(false);
    expect((await anna.client.call(listConnectedCalendars)).calendars).toEqual([]);
    await runDue(server().world, calendarRevocations);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(false);
    expect(await owed()).toEqual([]);
  });

  it("is retried while the provider does not answer", async () => {
    await connectAs(anna, choice);
    const { google } = server().world.senders;
    const { revoke } = google;
    google.revoke = () => Promise.reject(new Unavailable());
    await anna.client.call(disconnectCalendar);
    google.revoke = revoke;
    const [kept] = await owed();
    await runDue(server().world, calendarRevocations);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(true);
    server().clock.advance(minuteMs);
    await runDue(server().world, calendarRevocations);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(false);
  });

  it("revokes nothing while another family uses the same account, because Google would revoke both", async () => {
    const others = await signUp(server(), { name: "Otto" });
    await connectAs(anna, { account: "sandbox-rose" });
    await connectAs(others, { account: "sandbox-rose" });
    const [kept] = (await connections()).filter(({ family_id }) => family_id === anna.familyId);
    await anna.client.call(disconnectCalendar);
    expect(await isGood(kept?.sealed_refresh_token ?? Buffer.alloc(0))).toBe(true);
    await others.client.call(disconnectCalendar);
  });
});

it("publishes each change to the family's other screens", async () => {
  const screen = await openStream(anna.client);
  await connectAs(anna, choice);
  await anna.client.call(disconnectCalendar);
  const heard = ["calendar-settings", "calendar-events"];
  const address = "published-calendar";
  const [connected, disconnected] = [
    ["activity", ...heard, address, ...heard],
    ["activity", ...heard, address],
  ];
  await expect.poll(() => screen.heard).toEqual([...connected, ...disconnected]);
});
