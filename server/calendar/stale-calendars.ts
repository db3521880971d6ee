import type { StaleCalendar } from "#contract/calendar/settings.ts";
import type { Database } from "#server/db/connect.ts";
import type { Member } from "#server/http/session.ts";
import { staleAfter } from "./subscriptions/feed-store.ts";

// Every home asks for it.
const listStale = {
  name: "list-stale-calendars",
  text: `select name, fetched_at, failure from subscribed_calendars where family_id = $1 and fetched_at <= $2 order by fetched_at, id`,
};

type Row = Pick<StaleCalendar, "name" | "failure"> & { fetched_at: Date };

/** Those whose last good copy is older than a day. */
export async function staleCalendarsOf(
  database: Database,
  { familyId }: Member,
  now: Date,
): Promise<StaleCalendar[]> {
  const longAgo = new Date(now.getTime() - staleAfter);
  const rows = await database.read<Row>(listStale, [familyId, longAgo]);
  return rows.map(({ name, fetched_at, failure }) => ({
    name,
    updatedAt: fetched_at.toISOString(),
    failure,
  }));
}
