import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { disconnectCalendar, listConnectedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { hourMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { getHome } from "#contract/home.ts";
import { requestFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import type { PretendEvent, PretendWatch } from "#dev/sandbox/google/pretend-calendars.ts";
import { familyEvents } from "#server/family-events.ts";
import { withSession } from "#server/features/backup/database-session.ts";
import { emptyFamilies } from "#server/features/families/empty-families.ts";
import { accountDeletions } from "#server/features/personal-data/deletion/account-deletions.ts";
import { familyDeletions } from "#server/features/personal-data/deletion/family-deletions.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import type { GoogleChanges, World } from "#server/platform/world.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { connectAs, newAccount, notifyAsGoogle } from "#tests/support/sign-in/calendar.ts";
import { CalendarApiError } from "./calendar-api.ts";
import { calendarRevocations, permissionOf } from "./permissions.ts";
import { googleCalendars } from "./sync.ts";
import { stopRelyingOnAllWatches } from "./watches.ts";

const address = "https://porch.example.com/api/calendar/google/notifications";
const env = { PUBLIC_URL: new URL(address).origin, SANDBOX: "on" };
const server = useServer({ env });
const [second, minute, hour] = [1_000, 60_000, hourMs];
const waiting = { interval: 10, timeout: 10_000 };

let anna: Person;
let account: ReturnType<typeof newAccount>;

beforeEach(async () => {
  const { clock, database } = server();
  clock.advance(Date.parse("2026-11-20T13:05:00Z") - clock.now().getTime());
  await database.kysely.deleteFrom("subscribed_calendars").execute();
  await database.kysely.deleteFrom("google_watches").execute();
  anna = await signUp(server());
  account = newAccount();
  account.calendars.clock = clock;
});
afterEach(() => void vi.restoreAllMocks());

const today = (title: string): PretendEvent => ({
  id: "Lunch",
  summary: title,
  start: { dateTime: "2026-11-20T12:00:00-05:00" },
  end: { dateTime: "2026-11-20T13:00:00-05:00" },
});

const worldAt = (publicUrl: string): World => {
  const { world } = server();
  return { ...world, config: { ...world.config, publicUrl } };
};
const sync = (world: World = server().world) => syncGoogleCalendars(world);
async function syncAfter(milliseconds: number): Promise<void> {
  server().clock.advance(milliseconds);
  await sync();
}

const watches = () => account.calendars.watches;
function newest(): PretendWatch {
  const watch = watches().at(-1);
  if (!watch) throw new Error("Google watches no calendar.");
  return watch;
}
const reads = () => account.calendars.asked.filter((path) => path.includes("/events?")).length;
const asked = () => account.calendars.asked.filter((path) => path.includes("/watch")).length;
const shown = async () =>
  (await anna.client.call(listCalendarEvents, { query: { date: "2026-11-20" } })).map(({ title }) => title);

const notify = (state?: "sync" | "exists", watch = newest(), to = server()) =>
  notifyAsGoogle(to, watch, state);

/** Connects a calendar with a watch whose first notification has arrived. */
async function watched(): Promise<void> {
  await connectAs(anna, account.choice);
  await syncAfter(4 * minute);
  expect(await notify("sync")).toBe(204);
  await syncAfter(second);
}

/** Replaces the next request for changes by `act`, which can make the real one. */
function atNextRead(act: (read: () => Promise<GoogleChanges>) => Promise<GoogleChanges>): void {
  const { google } = server().world.senders;
  const changes = google.changes.bind(google);
  vi.spyOn(google, "changes").mockImplementationOnce((...about) => act(() => changes(...about)));
}

describe("a calendar on a server that Google can reach", () => {
  it("is watched, with a token of its own that the database does not have", async () => {
    const other = newAccount("Ben");
    other.calendars.clock = server().clock;
    const ben = await signUp(server(), { name: "Ben" });
    await connectAs(ben, other.choice);
    await watched();
    const [watch] = watches();
    expect(watch).toMatchObject({ calendarId: account.email, address });
    expect(watch?.token).not.toBe(other.calendars.watches[0]?.token);
    const rows = await server().database.kysely.selectFrom("google_watches").selectAll().execute();
    expect(JSON.stringify(rows)).toContain(watch?.id);
    expect(JSON.stringify(rows)).not.toContain(watch?.token);
  });

  it("reports a change, and a second later home shows it", async () => {
    await watched();
    const rose = await join(server(), anna, "grandparent", "Rose");
    const titles = async () =>
      (await rose.client.call(getHome))[listCalendarEvents.path].map(({ title }) => title);
    expect(await titles()).toEqual([]);
    const screen = await openStream(rose.client);
    server().clock.advance(hour);
    const before = reads();
    onTestFinished(await startWorkers(server().world, [googleCalendars]));
    // From now on, only the notification makes them look again.
    await expect.poll(reads, waiting).toBe(before + 1);
    account.own.put(today("Lunch"));
    expect(await notify()).toBe(204);
    server().clock.advance(second);
    await expect.poll(() => screen.heard, waiting).toContain("calendar-events");
    expect(await titles()).toEqual(["Lunch"]);
  });

  it("is read once an hour while it reports, and every four minutes until the first notification", async () => {
    await connectAs(anna, account.choice);
    for (const reading of [2, 3, 4]) {
      await syncAfter(4 * minute);
      expect(reads()).toBe(reading);
    }
    expect(asked()).toBe(1);
    await notify("sync");
    await syncAfter(second);
    expect(reads()).toBe(5);
    await syncAfter(59 * minute);
    expect(reads()).toBe(5);
    await syncAfter(minute);
    expect(reads()).toBe(6);
  });

  it("is read once for ten notifications at once, on two servers", async () => {
    await watched();
    const other = await startServer({ env, databaseUrl: server().databaseUrl });
    onTestFinished(() => other.stop());
    other.clock.advance(server().clock.now().getTime() - other.clock.now().getTime());
    account.own.put(today("Lunch"));
    const before = reads();
    const to = Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? server() : other));
    expect(await Promise.all(to.map((each) => notify("exists", newest(), each)))).toEqual(
      Array(10).fill(204),
    );
    for (const { clock } of [server(), other]) clock.advance(second);
    await Promise.all([sync(), sync(other.world)]);
    expect(reads()).toBe(before + 1);
    expect(await shown()).toEqual(["Lunch"]);
  });

  it("is read a quarter of a second after a notification, however many follow", async () => {
    await watched();
    account.own.put(today("Lunch"));
    await notify();
    server().clock.advance(200);
    await notify();
    await syncAfter(50);
    expect(await shown()).toEqual(["Lunch"]);
  });

  it("is read again at once when it changes while it is being read", async () => {
    await watched();
    atNextRead(async (read) => {
      const found = await read();
      account.own.put(today("Lunch"));
      await notify();
      return found;
    });
    await syncAfter(hour);
    expect(await shown()).toEqual([]);
    await syncAfter(second);
    expect(await shown()).toEqual(["Lunch"]);
  });

  it("is read again at once when another server has stored something else meanwhile", async () => {
    await watched();
    atNextRead(async (read) => {
      account.own.put(today("Lunch"));
      await notify();
      await syncAfter(second);
      account.own.put(today("Brunch"));
      return await read();
    });
    await syncAfter(hour);
    expect(await shown()).toEqual(["Brunch"]);
  });

  it("gets another watch a day before the end, and the old one is ended", async () => {
    await watched();
    await staySignedIn(server());
    const [old] = watches();
    await syncAfter(5 * 24 * hour);
    expect(watches()).toEqual([old]);
    await syncAfter(24 * hour);
    expect(watches()).toHaveLength(1);
    expect(newest().token).not.toBe(old?.token);
    expect(await notify("exists", old)).toBe(404);
    account.own.put(today("Lunch"));
    expect(await notify("sync")).toBe(204);
    await syncAfter(second);
    const before = reads();
    await syncAfter(30 * minute);
    expect(reads()).toBe(before);
  });

  it("is read every four minutes again after a change that was not reported, and gets another watch", async () => {
    await watched();
    const [silent] = watches();
    account.own.put(today("Lunch"));
    await syncAfter(hour);
    expect(await shown()).toEqual(["Lunch"]);
    expect(watches()).not.toContainEqual(silent);
    account.own.put(today("Brunch"));
    await syncAfter(4 * minute);
    expect(await shown()).toEqual(["Brunch"]);
  });

  it("is read every four minutes after the account was connected again", async () => {
    await watched();
    const permission = await permissionOf(server().world, anna.familyId);
    await server().world.senders.google.revoke(permission?.refreshToken ?? "");
    await syncAfter(hour);
    await connectAs(anna, account.choice);
    account.own.put(today("Lunch"));
    await syncAfter(4 * minute);
    expect(await shown()).toEqual(["Lunch"]);
  });

  it("is not relied on for longer than its watch lasts", async () => {
    await watched();
    await staySignedIn(server());
    account.calendars.watchFailure = { status: 503, reason: "backendError" };
    server().clock.advance(newest().expiresAt.getTime() - server().clock.now().getTime() - 30 * minute);
    await sync();
    await syncAfter(26 * minute);
    account.own.put(today("Lunch"));
    await syncAfter(4 * minute);
    expect(await shown()).toEqual(["Lunch"]);
  });
});

const run = (statement: RawBuilder<unknown>) => statement.execute(server().database.kysely);
const hideOwn = () =>
  anna.client.call(shareCalendars, {
    body: { calendars: [{ id: account.email, isShared: false, category: "family" }] },
  });

it.each(["http://porch.example.com", "https://localhost", "https://127.0.0.1:3000"])(
  "Google is not asked for a watch at %s",
  async (publicUrl) => {
    await connectAs(anna, account.choice);
    server().clock.advance(4 * minute);
    await sync(worldAt(publicUrl));
    expect([reads(), asked()]).toEqual([2, 0]);
  },
);

describe("a watch is ended", () => {
  it.each([
    ["when the account is disconnected", () => anna.client.call(disconnectCalendar)],
    ["when the family no longer sees the calendar", () => hideOwn()],
    [
      "when the person who connected it leaves",
      async () => {
        await join(server(), anna, "admin", "Zoe");
        await anna.client.call(leaveFamily);
        await runDue(server().world, calendarRevocations);
      },
    ],
    [
      "when the family is deleted",
      async () => {
        await anna.client.call(requestFamilyDeletion);
        await run(sql`update family_deletions set due_at = ${server().clock.now()}`);
        for (const queue of [familyDeletions, calendarRevocations]) await runDue(server().world, queue);
      },
    ],
    [
      "when the only member's account is deleted",
      async () => {
        await anna.client.call(requestAccountDeletion);
        await run(sql`update account_deletions set due_at = ${server().clock.now()}`);
        for (const queue of [accountDeletions(familyEvents), emptyFamilies, calendarRevocations])
          await runDue(server().world, queue);
      },
    ],
  ])("%s", async (_, end) => {
    await watched();
    const [watch] = watches();
    await end();
    expect(watches()).toEqual([]);
    expect(await notify("exists", watch)).toBe(404);
    expect(await server().database.kysely.selectFrom("google_watches").selectAll().execute()).toEqual([]);
  });

  it("when the family stops seeing the calendar while Google is being asked", async () => {
    const { google } = server().world.senders;
    const watch = google.watch.bind(google);
    vi.spyOn(google, "watch").mockImplementationOnce(async (...about) => {
      await hideOwn();
      return await watch(...about);
    });
    await connectAs(anna, account.choice);
    await syncAfter(4 * minute);
    expect([asked(), watches()]).toEqual([1, []]);
  });

  it("on our side even if Google does not answer", async () => {
    await watched();
    const [watch] = watches();
    vi.spyOn(server().world.senders.google, "endWatch").mockRejectedValue(
      new CalendarApiError("transient", "ETIMEDOUT"),
    );
    await anna.client.call(disconnectCalendar);
    expect(await notify("exists", watch)).toBe(404);
    expect(await server().database.kysely.selectFrom("google_watches").selectAll().execute()).toEqual([]);
  });
});

describe("another watch takes the place of one", () => {
  it("for an address that the server no longer has", async () => {
    await watched();
    const publicUrl = "https://new.example.com";
    server().clock.advance(hour);
    await sync(worldAt(publicUrl));
    expect(watches()).toMatchObject([{ address: address.replace(env.PUBLIC_URL, publicUrl) }]);
  });

  it("that comes from a backup", async () => {
    await watched();
    const [old] = watches();
    await withSession(server().databaseUrl, stopRelyingOnAllWatches);
    await syncAfter(hour);
    expect(watches()).toHaveLength(1);
    expect(newest().id).not.toBe(old?.id);
  });
});

describe("when Google refuses a watch", () => {
  it.each([
    ["because it does not accept the address", { status: 401, reason: "push.webhookUrlUnauthorized" }],
    ["because the calendar has none", { status: 400, reason: "pushNotSupportedForRequestedResource" }],
    ["because of a problem of its own", { status: 503, reason: "backendError" }],
  ])("%s, the calendar is read every four minutes, and nobody is told", async (_, failure) => {
    const errors = vi.spyOn(server().world.log, "error");
    account.calendars.watchFailure = failure;
    await connectAs(anna, account.choice);
    await syncAfter(4 * minute);
    account.own.put(today("Lunch"));
    await syncAfter(4 * minute);
    expect(await shown()).toEqual(["Lunch"]);
    expect(asked()).toBe(1);
    const [own] = (await anna.client.call(listConnectedCalendars)).calendars;
    expect(own?.freshness).toEqual({ updatedAt: server().clock.now().toISOString(), failure: null });
    expect(errors).not.toHaveBeenCalled();
    account.calendars.watchFailure = undefined;
    await syncAfter(56 * minute);
    expect(watches()).toHaveLength(1);
  });

  it("by not answering, the events are fetched all the same", async () => {
    let before: string[] = [];
    vi.spyOn(server().world.senders.google, "watch").mockImplementationOnce(async () => {
      before = await shown();
      throw new CalendarApiError("transient", "ETIMEDOUT");
    });
    await connectAs(anna, account.choice);
    account.own.put(today("Lunch"));
    await syncAfter(4 * minute);
    expect(before).toEqual(["Lunch"]);
    account.own.put(today("Brunch"));
    await syncAfter(4 * minute);
    expect(await shown()).toEqual(["Brunch"]);
  });
});
