import type { LocalEvent, NewLocalEvent } from "#contract/local-events.ts";
import { timeOnClock } from "#server/features/calendar/manual-events/wall-clock.ts";
import { findDay, findTimeZone } from "#server/features/families/queries.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import {
  deleteLocalEvent,
  findEnteredLocalEvents,
  findLocalEvents,
  insertLocalEvent,
  storedLocalEvents,
  updateLocalEvent,
} from "./queries.ts";

/** Home shows the things to do of this many days, with today. */
const daysAhead = 14;
const maxShown = 100;

type Found = Awaited<ReturnType<typeof findLocalEvents>>[number];

const toLocalEvent = ({ startsOnClock, isAllDay, ...event }: Found): LocalEvent => ({
  ...event,
  allDay: isAllDay,
  date: startsOnClock.slice(0, "YYYY-MM-DDTHH:MM".length).replace(" ", "T"),
});

export async function localEventsAhead(
  { reads }: Database,
  { familyId }: Member,
  now: Date,
): Promise<LocalEvent[]> {
  const from = await findDay(reads, familyId, now);
  const until = Temporal.PlainDate.from(from).add({ days: daysAhead }).toString();
  return (await findLocalEvents(reads, familyId, { from, until }, maxShown)).map(toLocalEvent);
}

export async function enteredLocalEvents(
  { reads }: Database,
  { familyId }: Member,
  now: Date,
): Promise<LocalEvent[]> {
  const today = await findDay(reads, familyId, now);
  return (await findEnteredLocalEvents(reads, familyId, today)).map(toLocalEvent);
}

async function rowFor(
  db: Db,
  { familyId }: Member,
  { title, date, location, description = "" }: NewLocalEvent,
) {
  const starts_on_clock = timeOnClock(date, await findTimeZone(db, familyId), "date");
  return { title, location, description, starts_on_clock };
}

const toEntered = ({ id, title, starts_on_clock, location, description }: Row<"local_events">): LocalEvent =>
  toLocalEvent({
    id,
    title,
    location,
    description,
    startsOnClock: starts_on_clock,
    isAllDay: false,
    source: null,
  });

export const addLocalEvent = (
  { database, config }: World,
  member: Member,
  typed: NewLocalEvent,
): Promise<LocalEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const { familyId } = member;
    const stored = storedLocalEvents(familyId);
    const max = config.limits.localEventsPerFamily;
    await refuseBeyondLimit(trx, familyId, { max, stored, rowsName: "things to do that you entered" });
    const row = { family_id: familyId, ...(await rowFor(trx, member, typed)) };
    const added = await insertLocalEvent(trx, row);
    await publish(trx, familyId, "local-events");
    return toEntered(added);
  });

export const changeLocalEvent = (
  db: Db,
  member: Member,
  id: number,
  typed: NewLocalEvent,
): Promise<LocalEvent> =>
  db.transaction().execute(async (trx) => {
    const { familyId } = member;
    const changed = await updateLocalEvent(trx, { familyId, id }, await rowFor(trx, member, typed));
    if (!changed) throw new NotFound();
    await publish(trx, familyId, "local-events");
    return toEntered(changed);
  });

export const removeLocalEvent = (db: Db, { familyId }: Member, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await deleteLocalEvent(trx, { familyId, id }))) throw new NotFound();
    await publish(trx, familyId, "local-events");
  });
