import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { signOutElsewhere } from "#contract/accounts/accounts.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { openFamily, removeMember } from "#contract/families.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { publish } from "#server/platform/live/publish.ts";
import { Client } from "#tests/support/client.ts";
import { LiveStream, openStream } from "#tests/support/live-stream.ts";
import { invite, newSession, type Person, provePhone, reyesFamily, signUp } from "#tests/support/people.ts";
import { type ServerOptions, startServer, type TestServer, useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

const oneSecond = { timeout: 1_000, interval: 5 };
const heardBy = (stream: LiveStream) => expect.poll(() => stream.heard, oneSecond);
const endOf = (stream: LiveStream) => expect.poll(() => stream.hasEnded, oneSecond);

const askFor = (person: Person) => person.client.call(askForHelp, { body: { phraseId: 101 } });
const tell = (familyId: number) => publish(server().database.kysely, familyId, "puzzles");

/** The same person on another server of the same database. */
function on(other: TestServer, { client }: Person): Client {
  const there = new Client(other.url);
  there.token = client.token;
  return there;
}

async function withServer(options: ServerOptions, use: (other: TestServer) => Promise<void>): Promise<void> {
  const other = await startServer({ databaseUrl: server().databaseUrl, ...options });
  try {
    await use(other);
  } finally {
    await other.stop();
  }
}

describe("who hears what", () => {
  test("a change by Rose is on the family's screens within a second", async () => {
    const { anna, ben, rose } = family;
    const screens = await Promise.all([anna, ben, rose].map(({ client }) => openStream(client)));
    await askFor(rose);
    for (const screen of screens) await heardBy(screen).toEqual(["help-requests"]);
  });

  test("people outside the family hear nothing", async () => {
    const { anna, rose } = family;
    const stranger = await signUp(server(), { name: "Carla" });
    const [inside, outside] = await Promise.all([openStream(anna.client), openStream(stranger.client)]);
    await askFor(rose);
    await heardBy(inside).toEqual(["help-requests"]);
    await tell(stranger.familyId);
    await heardBy(outside).toEqual(["puzzles"]);
  });

  test("two servers on one database hear each other", async () => {
    const { anna, rose } = family;
    await withServer({}, async (other) => {
      const there = await openStream(on(other, anna));
      await askFor(rose);
      await heardBy(there).toEqual(["help-requests"]);
      const here = await openStream(anna.client);
      await on(other, rose).call(askForHelp, { body: { phraseId: 102 } });
      await heardBy(here).toEqual(["help-requests"]);
    });
  });

  test("a change that is rolled back is not published", async () => {
    const { anna } = family;
    const screen = await openStream(anna.client);
    const failing = server()
      .database.kysely.transaction()
      .execute(async (trx) => {
        await publish(trx, anna.familyId, "help-requests");
        throw new Error("it failed");
      });
    await expect(failing).rejects.toThrow("it failed");
    await tell(anna.familyId);
    await heardBy(screen).toEqual(["puzzles"]);
  });

  test("somebody who opens another family no longer hears the first one", async () => {
    const { anna, rose } = family;
    const carla = await signUp(server(), { name: "Carla" });
    const before = await openStream(anna.client);
    await anna.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "child", "Anna") } });
    await endOf(before).toBe(true);
    const inCarlas = await openStream(anna.client);
    await askFor(rose);
    await tell(carla.familyId);
    await heardBy(inCarlas).toContain("puzzles");
    expect(inCarlas.heard).not.toContain("help-requests");
    await anna.client.call(openFamily, { body: { familyId: rose.familyId } });
    await endOf(inCarlas).toBe(true);
  });
});

describe("who may listen", () => {
  test("listening needs a sign-in", async () => {
    const response = await fetch(`${server().url}/api/live`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "not-signed-in" });
  });

  test("the cookie is enough, as browsers cannot send more", async () => {
    const { client } = family.ben;
    const response = await fetch(`${server().url}/api/live`, { headers: { cookie: client.cookieHeader } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test("proxies are told not to cache, change or buffer the stream", async () => {
    const { client } = family.ben;
    const response = await client.fetch("GET", "/api/live");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    const stream = new LiveStream(response);
    await expect.poll(() => stream.text, oneSecond).toMatch(/^retry: [12]\d{3}\n\n:\n\n$/);
  });

  test("signing out ends the connections of that device and of no other", async () => {
    const { anna, ben } = await reyesFamily(server());
    const [hers, his] = await Promise.all([openStream(anna.client), openStream(ben.client)]);
    await anna.client.call(logout);
    await endOf(hers).toBe(true);
    expect(his.hasEnded).toBe(false);
    expect((await anna.client.fetch("GET", "/api/live")).status).toBe(401);
  });

  test("a device that is signed out from elsewhere hears so before its connection ends", async () => {
    const anna = await signUp(server(), { name: "Anna" });
    server().clock.advance(minuteMs);
    const tablet = new Client(server().url);
    tablet.token = (await provePhone(server(), tablet, anna.phoneNumber)).token;
    const screen = await openStream(tablet);
    await anna.client.call(signOutElsewhere);
    await endOf(screen).toBe(true);
    expect(screen.heard).toEqual(["account"]);
  });

  test("somebody with thousands of sessions can be signed out everywhere, and be removed from the family", async () => {
    const { anna, ben } = await reyesFamily(server());
    const signInOften = () =>
      sql`insert into sessions (token_hash, person_id, family_id, device, created_at, last_used_at, expires_at, proven_at)
        select sha256(convert_to(concat(id, ' ', n), 'UTF8')), person_id, family_id, device, created_at, last_used_at,
          expires_at, proven_at
        from sessions, generate_series(1, 3000) as n where person_id = ${ben.id}`.execute(
        server().database.kysely,
      );
    await signInOften();
    const tablet = await openStream(await newSession(server(), ben));
    await ben.client.call(signOutElsewhere);
    await endOf(tablet).toBe(true);
    await signInOften();
    const phone = await openStream(ben.client);
    await anna.client.call(removeMember, { params: { id: ben.id } });
    await endOf(phone).toBe(true);
  });
});

describe("the oldest connection hears that it is superseded when there are too many", () => {
  test.each([
    ["of one device", { livePerDevice: 2 }],
    ["of one person", { livePerPerson: 2 }],
    ["from one address", { livePerIp: 2 }],
    ["in one process", { livePerProcess: 2 }],
  ])("%s", async (_where, limits) => {
    const { client } = family.ben;
    await withServer({ limits }, async (other) => {
      const there = new Client(other.url);
      there.token = client.token;
      const first = await openStream(there);
      const second = await openStream(there);
      const third = await openStream(there);
      await endOf(first).toBe(true);
      expect(first.heard).toEqual(["superseded"]);
      expect([second.hasEnded, third.hasEnded]).toEqual([false, false]);
    });
  });

  test("another person's connections do not count", async () => {
    const { anna, ben } = family;
    await withServer({ limits: { livePerPerson: 1 } }, async (other) => {
      const hers = await openStream(on(other, anna));
      const his = await openStream(on(other, ben));
      await tell(anna.familyId);
      await heardBy(hers).toEqual(["puzzles"]);
      await heardBy(his).toEqual(["puzzles"]);
    });
  });
});

describe("when something breaks", () => {
  test("after a gap every screen hears that it must read everything again", async () => {
    const { anna } = family;
    const screen = await openStream(anna.client);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`.execute(server().database.kysely);
    await heardBy(screen).toEqual(["everything"]);
    await tell(anna.familyId);
    await heardBy(screen).toEqual(["everything", "puzzles"]);
  });

  test("a reader that does not keep up is dropped, and the others continue", async () => {
    const { anna, ben } = family;
    const { port, hostname } = new URL(server().url);
    const slow = connect(Number(port), hostname);
    const [serversEnd]: Socket[] = await once(server().app.server, "connection");
    slow.write(
      `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ben.client.token}\r\n\r\n`,
    );
    await once(slow, "data");
    const screen = await openStream(anna.client);
    // Simulates a network that accepts nothing, so that written data waits in the server.
    serversEnd?.cork();
    const many = Array<"puzzles">(300).fill("puzzles");
    for (let round = 1; round <= 12; round++) {
      await publish(server().database.kysely, anna.familyId, ...many);
      await heardBy(screen).toHaveLength(300 * round);
    }
    expect(serversEnd?.destroyed).toBe(true);
    expect(screen.hasEnded).toBe(false);
  });

  test("a heartbeat comes within every twenty seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { client } = family.ben;
      await withServer({}, async (other) => {
        const there = new Client(other.url);
        there.token = client.token;
        const stream = await openStream(there);
        await expect.poll(() => stream.text).toMatch(/\n:\n\n$/);
        stream.text = "";
        vi.advanceTimersByTime(20_000);
        await expect.poll(() => stream.text, oneSecond).toBe("event: heartbeat\ndata:\n\n");
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("a server that stops closes all connections at once", async () => {
    const { anna } = family;
    await withServer({}, async (other) => {
      const stream = await openStream(on(other, anna));
      const start = performance.now();
      await other.app.close();
      await endOf(stream).toBe(true);
      expect(performance.now() - start).toBeLessThan(2_000);
    });
  });
});
