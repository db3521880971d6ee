// "Only this one" deletes one date of a repeating event, or makes it an event of its own.
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import {
  publishEvents,
  readEvent,
  refuseTooManyEvents,
  rowFor,
  setPeople,
  storeEvent,
  type TypedEvent,
} from "./event-rows.ts";
import { expand, horizonFor } from "./occurrences.ts";
import {
  deleteOccurrences,
  type EventPeople,
  type EventRow,
  findPeople,
  findSingleDates,
  insertException,
  leaveOutExceptions,
  lockEvent,
  type SharedColumns,
  updateEvent,
  updateSingleDates,
} from "./queries.ts";
import { hasOwnTimes } from "./rule-text.ts";

/** One date of an event, identified by its start. */
interface SingleDate {
  id: number;
  occurrence: string;
}

/** Dates are identified by their day, so that they stay the same when all dates move to another time. */
interface DateName {
  readonly day: string;
  /** The time, if a day has several occurrences. */
  readonly time: string | null;
}

function nameOf({ recurrence }: EventRow, occurrence: string): DateName {
  const time = hasOwnTimes(recurrence ?? "") ? `${occurrence.slice(11)}:00` : null;
  return { day: occurrence.slice(0, 10), time };
}

/** Returns the event that the date was removed from. */
async function removeDate(
  trx: Db,
  { familyId }: Member,
  { id, occurrence }: SingleDate,
  now: Date,
): Promise<EventRow> {
  const series = await lockEvent(trx, familyId, id);
  if (series.recurrence === null) throw new NotFound("This event happens only once. Please check again.");
  if (series.expanded_until <= occurrence.replace("T", " ")) {
    await expand(trx, series, horizonFor(now, new Date(occurrence.slice(0, 10))));
    await leaveOutExceptions(trx, series);
  }
  if (!(await deleteOccurrences(trx, series, occurrence)))
    throw new NotFound("This event isn't on that date. Please check again.");
  const { day, time } = nameOf(series, occurrence);
  await insertException(trx, series, { occurrence_date: day, occurrence_time: time });
  return await updateEvent(trx, series, {}, now);
}

export const changeSingleDate = (
  { database, clock, config }: World,
  member: Member,
  date: SingleDate,
  typed: TypedEvent,
): Promise<ManualEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const series = await removeDate(trx, member, date, now);
    const row = await rowFor(trx, member, { ...typed, recurrence: null }, series);
    const people = typed.people ?? (await findPeople(trx, series));
    const { day: replaced_date, time: replaced_time } = nameOf(series, date.occurrence);
    const own = { ...row, family_id: member.familyId, series_id: series.id, replaced_date, replaced_time };
    await refuseTooManyEvents(trx, config.limits, own);
    const id = await storeEvent(trx, own, people, now);
    await publishEvents(trx, member);
    return await readEvent(trx, member, now, id);
  });

export const deleteSingleDate = (
  { database, clock }: World,
  member: Member,
  date: SingleDate,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await removeDate(trx, member, date, clock.now());
    await publishEvents(trx, member);
  });

// When the whole series is changed, the dates that were changed on their own follow it or become independent.

interface Change extends SharedColumns {
  people: EventPeople | undefined;
  now: Date;
}

/** A date that was changed on its own takes over each change of what it still has in common with the series. */
export async function followSeries(
  trx: Db,
  before: EventRow,
  { people, now, ...after }: Change,
): Promise<void> {
  await updateSingleDates(trx, before, after, now);
  if (!people) return;
  const peopleBefore = JSON.stringify(await findPeople(trx, before));
  for (const single of await findSingleDates(trx, before))
    if (JSON.stringify(single.people) === peopleBefore) await setPeople(trx, single, people);
}
