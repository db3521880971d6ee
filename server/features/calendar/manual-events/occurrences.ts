// All occurrences that start before a horizon are rows in a table, so that one statement reads a day. A read beyond the
// horizon adds more of them.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { lockFamily } from "#server/features/families/queries.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
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

const daysFrom = (from: string, to: string): number =>
  (Date.parse(`${to.slice(0, 10)}Z`) - Date.parse(`${from.slice(0, 10)}Z`)) / dayMs;

/** How many dates of a series lie in the coming 400 days. Beyond the first 500, that is judged by how dense these are. */
export function datesAhead(event: Repeated, now: Date): number {
  const [today, horizon] = [dayIn(0, now.getTime()), horizonFor(now)];
  const { starts, expandedUntil } = startsOf(event, horizon);
  if (expandedUntil >= horizon) return starts.filter((start) => start >= today).length;
  const [first = today] = starts;
  const days = daysFrom(first > today ? first : today, horizon);
  return (starts.length / Math.max(1, daysFrom(first, expandedUntil))) * days;
}

/** The same for all series of a family, from their rows. */
async function datesAheadOf(db: Db, familyId: number, now: Date): Promise<number> {
  const [today, horizon] = [dayIn(0, now.getTime()), horizonFor(now)];
  const { rows } = await sql<{ dates: number }>`
    select coalesce(sum(case when expanded_until >= ${horizon} then ahead
      else known / greatest(1, expanded_until::date - first::date) * (${horizon}::date - greatest(first::date, ${today}))
      end), 0)::float as dates
    from (
      select e.expanded_until, min(o.starts_on_clock) as first, count(*)::float as known,
        count(*) filter (where o.starts_on_clock >= ${today}) as ahead
      from manual_events e join manual_event_occurrences o on o.family_id = e.family_id and o.manual_event_id = e.id
      where e.family_id = ${familyId} and e.recurrence is not null
      group by e.id, e.expanded_until
    ) as series`.execute(db);
  return rows[0]?.dates ?? 0;
}

/** Call it once a repeating event is stored. Each of its dates is a row, so that rules cannot fill the disk. */
export async function refuseTooManyDates(
  trx: Db,
  { datesPerFamily }: Limits,
  familyId: number,
  now: Date,
): Promise<void> {
  await lockFamily(trx, familyId);
  if ((await datesAheadOf(trx, familyId, now)) <= datesPerFamily) return;
  const message = `All repeating events of a family can have ${datesPerFamily.toLocaleString("en-US")} dates in ${daysAhead} days. Please let this one repeat less often, or delete another one first.`;
  throw new Conflict(message, { recurrence: message });
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
