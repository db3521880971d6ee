// Paths of Google's calendars that the calls of all endpoints don't take.
import { vi } from "vitest";
import { listConnectedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { hourMs } from "#contract/durations.ts";
import { CalendarApiError } from "#server/features/calendar/google/calendar-api.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import type { Person } from "#tests/support/people.ts";
import type { TestServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

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

/** Two servers read the same change of a calendar. */
export async function twiceReadCalendar({ clock, world }: TestServer, anna: Person): Promise<void> {
  const { database, senders } = world;
  const account = newAccount();
  await connectAs(anna, account.choice);
  account.own.put({ id: "Lunch", start: { date: "2026-11-25" }, end: { date: "2026-11-26" } });
  clock.advance(hourMs);
  const changes = senders.google.changes.bind(senders.google);
  vi.spyOn(senders.google, "changes").mockImplementationOnce(async (...about) => {
    const mine = database.kysely.updateTable("subscribed_calendars").set({ etag: "v1" });
    await mine.where("family_id", "=", anna.familyId).execute();
    return await changes(...about);
  });
  await syncGoogleCalendars(world);
  vi.restoreAllMocks();
}
