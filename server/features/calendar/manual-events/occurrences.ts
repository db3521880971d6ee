// All occurrences that start before a horizon are rows in a table, so that one statement reads a day. A read beyond the
// horizon adds more of them.
import { dayMs } from "#contract/durations.ts";
import { lockFamily } from "#server/features/families/queries.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import {
  countOccurrences,
  type EventRow,
  insertOccurrences,
  leaveOutExceptions,
  lockUnexpanded,
} from "./queries.ts";
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

type Repeated = Pick<EventRow, "family_id" | "id" | "recurrence" | "starts_on_clock" | "expanded_until">;

function startsOf(
  { recurrence, starts_on_clock: start, expanded_until: from }: Repeated,
  before: string,
): { starts: string[]; expandedUntil: string } {
  if (recurrence === null) return { starts: [start], expandedUntil: "infinity" };
  return repetitions(recurrence, { start, from, before });
}

const daysFrom = (from: string, to: string): number =>
  (Date.parse(`${to.slice(0, 10)}Z`) - Date.parse(`${from.slice(0, 10)}Z`)) / dayMs;

/** The occurrences of a series that are known, and how many of them lie ahead. */
interface Known {
  readonly first: string;
  readonly expandedUntil: string;
  readonly known: number;
  readonly ahead: number;
}

/** How many dates of a series lie in the coming 400 days. Beyond the known ones, that is judged by how dense these are. */
function countAhead({ first, expandedUntil, known, ahead }: Known, today: string, horizon: string): number {
  if (expandedUntil >= horizon) return ahead;
  const density = known / Math.max(1, daysFrom(first, expandedUntil));
  return density * daysFrom(first > today ? first : today, horizon);
}

/** How many dates of a series that is not stored yet lie in the coming 400 days. */
export function datesAhead(event: Repeated, now: Date): number {
  const [today, horizon] = [dayIn(0, now.getTime()), horizonFor(now)];
  const { starts, expandedUntil } = startsOf(event, horizon);
  const [first = today] = starts;
  const ahead = starts.filter((start) => start >= today).length;
  return countAhead({ first, expandedUntil, known: starts.length, ahead }, today, horizon);
}

/** The same for all series of a family, from their rows. */
async function datesAheadOf(db: Db, familyId: number, now: Date): Promise<number> {
  const [today, horizon] = [dayIn(0, now.getTime()), horizonFor(now)];
  const series = await countOccurrences(db, familyId, today);
  return series.reduce((sum, each) => sum + countAhead(each, today, horizon), 0);
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

/** Inserts the next occurrences of an event, one batch at most. Returns the time up to which they are complete. */
export async function expand(trx: Db, event: Repeated, before: string): Promise<string> {
  const { starts, expandedUntil } = startsOf(event, before);
  await insertOccurrences(trx, event, starts, expandedUntil);
  return expandedUntil;
}

/** Extends all events of a family when it looks at a day that is not fully expanded yet. */
export async function extendAll(db: Db, familyId: number, now: Date, lookedAt = now): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const events = await lockUnexpanded(trx, familyId, dayAhead(2, now, lookedAt));
    for (const event of events) {
      await expand(trx, event, horizonFor(now, lookedAt));
      await leaveOutExceptions(trx, event);
    }
  });
}
