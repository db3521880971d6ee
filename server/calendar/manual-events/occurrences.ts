// All occurrences that start before a horizon are rows in a table, so that one statement reads a day. A read beyond the
// horizon adds more of them.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { repetitions } from "./recurrence.ts";

const daysAhead = 400;
/** Repeating events are shown no further ahead than this. */
export const maxDaysAhead = 1096;

const dayIn = (days: number, from: number) => new Date(from + days * dayMs).toISOString().slice(0, 10);
const earlier = (one: string, other: string) => (one < other ? one : other);

/**
 * The day that many days after now, or after a later day that somebody looks at. The maximum has two extra days, which
 * covers every time zone.
 */
const dayAhead = (days: number, now: Date, lookedAt: Date): string =>
  earlier(dayIn(days, Math.max(now.getTime(), lookedAt.getTime())), dayIn(maxDaysAhead + 2, now.getTime()));

/** The day up to which occurrences are expanded. */
export const horizonFor = (now: Date, lookedAt = now): string => dayAhead(daysAhead, now, lookedAt);

type Repeated = Pick<
  Row<"manual_events">,
  "family_id" | "id" | "recurrence" | "starts_on_clock" | "expanded_until"
>;

function startsOf(
  { recurrence, starts_on_clock: start, expanded_until: from }: Repeated,
  before: string,
): { starts: string[]; expandedUntil: string } {
  if (recurrence === null) return { starts: [start], expandedUntil: "infinity" };
  return repetitions(recurrence, { start, from, before });
}

/** Inserts the next occurrences of an event, one batch at most. */
export async function expand(db: Db, event: Repeated, before: string): Promise<{ expandedUntil: string }> {
  const { starts, expandedUntil } = startsOf(event, before);
  const { family_id, id } = event;
  await sql`insert into manual_event_occurrences (family_id, manual_event_id, starts_on_clock, ends_on_clock)
    select e.family_id, e.id, start, start + (e.ends_on_clock - e.starts_on_clock)
    from manual_events e cross join unnest(${starts}::timestamp[]) as start
    where e.family_id = ${family_id} and e.id = ${id}
    on conflict do nothing`.execute(db);
  await db
    .updateTable("manual_events")
    .set({ expanded_until: expandedUntil })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
  return { expandedUntil };
}

export async function leaveOutExceptions(
  db: Db,
  { family_id, id }: Pick<Repeated, "family_id" | "id">,
): Promise<void> {
  await sql`delete from manual_event_occurrences o using manual_event_exceptions x
    where o.family_id = ${family_id} and o.manual_event_id = ${id}
      and x.family_id = ${family_id} and x.manual_event_id = ${id}
      and o.starts_on_clock::date = x.occurrence_date
      and (x.occurrence_time is null or o.starts_on_clock::time = x.occurrence_time)`.execute(db);
}

/** Extends all events of a family when it looks at a day that is not fully expanded yet. */
export async function extendAll(db: Db, familyId: number, now: Date, lookedAt = now): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const events = await trx
      .selectFrom("manual_events")
      .select(["family_id", "id", "recurrence", "starts_on_clock", "expanded_until"])
      .where("family_id", "=", familyId)
      .where("expanded_until", "<", dayAhead(2, now, lookedAt))
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    for (const event of events) {
      await expand(trx, event, horizonFor(now, lookedAt));
      await leaveOutExceptions(trx, event);
    }
  });
}
