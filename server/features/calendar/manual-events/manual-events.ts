import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import {
  addOccurrences,
  publishEvents,
  readEvent,
  readEvents,
  refuseTooManyEvents,
  rowFor,
  setPeople,
  storeEvent,
  type TypedEvent,
} from "./event-rows.ts";
import { extendAll, refuseTooManyDates } from "./occurrences.ts";
import * as queries from "./queries.ts";
import { followSeries } from "./single-dates.ts";

export async function manualEventsOf({ database, clock }: World, member: Member): Promise<ManualEvent[]> {
  const now = clock.now();
  await extendAll(database.kysely, member.familyId, now);
  return await readEvents(database.kysely, member, now);
}

export const addEvent = (
  { database, clock, config }: World,
  member: Member,
  typed: TypedEvent,
): Promise<ManualEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const row = { family_id: member.familyId, ...(await rowFor(trx, member, typed)) };
    await refuseTooManyEvents(trx, config.limits, row);
    const id = await storeEvent(trx, row, typed.people ?? [], clock.now());
    if (row.recurrence) await refuseTooManyDates(trx, config.limits, member.familyId, clock.now());
    await publishEvents(trx, member);
    return await readEvent(trx, member, clock.now(), id);
  });

/** Expands the occurrences again. Deleted dates stay deleted. */
async function replan(trx: Db, after: queries.EventRow, now: Date): Promise<void> {
  await queries.deleteOccurrences(trx, after);
  await addOccurrences(trx, after, now);
  // Single dates stay when their event no longer repeats.
  if (after.recurrence === null) await queries.freeSingleDates(trx, after);
  else await queries.leaveOutExceptions(trx, after);
}

const changesTimes = (before: queries.EventRow, after: queries.EventRow) =>
  before.recurrence !== after.recurrence ||
  before.starts_on_clock !== after.starts_on_clock ||
  before.ends_on_clock !== after.ends_on_clock;

/**
 * Changes all dates of an event. Dates that were changed on their own only take over what they still have in common
 * with it.
 */
export const changeEvent = (
  { database, clock, config }: World,
  member: Member,
  id: number,
  typed: TypedEvent,
): Promise<ManualEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const before = await queries.lockEvent(trx, member.familyId, id);
    const row = await rowFor(trx, member, typed, before);
    const isNewKind = (row.recurrence === null) !== (before.recurrence === null);
    if (isNewKind) await refuseTooManyEvents(trx, config.limits, { ...before, ...row });
    await followSeries(trx, before, { ...row, people: typed.people, now: clock.now() });
    const changes = { ...row, series_id: row.recurrence ? null : before.series_id };
    const after = await queries.updateEvent(trx, before, changes, clock.now());
    if (typed.people) await setPeople(trx, after, typed.people);
    if (changesTimes(before, after)) await replan(trx, after, clock.now());
    if (after.recurrence && after.recurrence !== before.recurrence)
      await refuseTooManyDates(trx, config.limits, member.familyId, clock.now());
    await publishEvents(trx, member);
    return await readEvent(trx, member, clock.now(), id);
  });

/** Deletes an event with all its dates, including those that were changed on their own. */
export async function deleteEvent(db: Db, member: Member, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.deleteEvent(trx, member.familyId, id))) throw new NotFound();
    await publishEvents(trx, member);
  });
}
