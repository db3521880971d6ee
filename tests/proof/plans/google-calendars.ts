// Paths of Google's calendars that the calls of all endpoints don't take.
import { vi } from "vitest";
import { listConnectedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { CalendarApiError } from "#server/features/calendar/google/calendar-api.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import type { Person } from "#tests/support/people.ts";
import type { TestServer } from "#tests/support/server.ts";
import { connectAs, newAccount, notifyAsGoogle } from "#tests/support/sign-in/calendar.ts";

/** Google no longer lets us read a calendar. */
export async function revocation(server: TestServer, anna: Person): Promise<void> {
  await connectAs(anna, { account: "sandbox-anna" });
  const { calendars } = await anna.client.call(listConnectedCalendars);
  const shared = calendars.slice(0, 1).map(({ id }) => ({ id, isShared: true, category: "kids" as const }));
  await anna.client.call(shareCalendars, { body: { calendars: shared } });
  server.clock.advance(hourMs);
  vi.spyOn(server.world.senders.google, "changes").mockRejectedValue(
    new CalendarApiError("revoked", "revoked"),
  );
  await syncGoogleCalendars(server.world);
  vi.restoreAllMocks();
}

/** Google reports a change of a calendar, and does not report the next one. Two servers read the one after that. */
export async function watchedCalendar(server: TestServer, anna: Person): Promise<void> {
  const { config, database, senders } = server.world;
  const world = { ...server.world, config: { ...config, publicUrl: "https://porch.example.com" } };
  const account = newAccount();
  account.calendars.clock = server.clock;
  const change = async () => {
    account.own.put({ id: "Lunch", start: { date: "2026-11-25" }, end: { date: "2026-11-26" } });
    server.clock.advance(61 * minuteMs);
    await syncGoogleCalendars(world);
  };
  await connectAs(anna, account.choice);
  await change();
  const [watch] = account.calendars.watches;
  if (!watch || (await notifyAsGoogle(server, watch)) !== 204)
    throw new Error("Google's notification was refused.");
  await change();
  await change();
  const changes = senders.google.changes.bind(senders.google);
  vi.spyOn(senders.google, "changes").mockImplementationOnce(async (...about) => {
    const mine = database.kysely.updateTable("subscribed_calendars").set({ etag: "v1" });
    await mine.where("family_id", "=", anna.familyId).execute();
    return await changes(...about);
  });
  await change();
  vi.restoreAllMocks();
}
