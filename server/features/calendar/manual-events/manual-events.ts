import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import {
  addOccurrences,
  type EventRow,
  insertEvent,
  lockEvent,
  publishEvents,
  readEvent,
  readEvents,
  refuseTooManyEvents,
  revised,
  rowFor,
  setPeople,
  type TypedEvent,
} from "./event-rows.ts";
import { extendAll, leaveOutExceptions, refuseTooManyDates } from "./occurrences.ts";
import { followSeries, freeSingleDates } from "./single-dates.ts";

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
    const id = await insertEvent(trx, row, typed.people ?? [], clock.now());
    if (row.recurrence) await refuseTooManyDates(trx, config.limits, member.familyId, clock.now());
    await publishEvents(trx, member);
    return await readEvent(trx, member, clock.now(), id);
  });

/** Expands the occurrences again. Deleted dates stay deleted. */
async function replan(db: Db, after: EventRow, now: Date): Promise<void> {
  await db
    .deleteFrom("manual_event_occurrences")
    .where("family_id", "=", after.family_id)
    .where("manual_event_id", "=", after.id)
    .execute();
  await addOccurrences(db, after, now);
  if (after.recurrence === null) await freeSingleDates(db, after);
  else await leaveOutExceptions(db, after);
}

const changesTimes = (before: EventRow, after: EventRow) =>
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
    const before = await lockEvent(trx, member, id);
    const row = await rowFor(trx, member, typed, before);
    const isNewKind = (row.recurrence === null) !== (before.recurrence === null);
    if (isNewKind) await refuseTooManyEvents(trx, config.limits, { ...before, ...row });
    await followSeries(trx, before, { ...row, people: typed.people, now: clock.now() });
    const after = await trx
      .updateTable("manual_events")
      .set({ ...row, ...revised(clock.now()), series_id: row.recurrence ? null : before.series_id })
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
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
    const deleted = await trx
      .deleteFrom("manual_events")
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw new NotFound();
    await publishEvents(trx, member);
  });
}
