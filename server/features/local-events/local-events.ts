import { sql } from "kysely";
import type { LocalEvent, NewLocalEvent } from "#contract/local-events.ts";
import { timeOnClock, toMinute } from "#server/features/calendar/manual-events/wall-clock.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import { timeZoneOf } from "#server/features/families/time-zones.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";

const columns = `id, title, ${toMinute("starts_on_clock")} as date, location, description,
  is_all_day as "allDay", source`;
const entered = `select id, title, starts_on_clock, location, description, false as is_all_day, null as source
  from local_events where family_id = $1`;
const today =
  "select ($2::timestamptz at time zone time_zone)::date::timestamp as today from families where id = $1";

// An event that began before today and is still going on is shown as an all-day event.
const listActive = {
  name: "list-active-local-events",
  text: `with here as (${today}),
    found as (
      ${entered}
      union all
      select e.id, e.title, greatest(e.starts_on_clock, today), e.location, e.description,
        e.is_all_day or e.starts_on_clock < today, f.name
      from here
      join subscribed_calendars f on f.family_id = $1 and f.purpose = 'local-events'
      join subscribed_events e on e.family_id = $1 and e.calendar_id = f.id
        and (e.ends_on_clock > today or e.starts_on_clock >= today)
    )
    select ${columns} from here
    join found on starts_on_clock >= today and starts_on_clock < today + interval '14 days'
    order by starts_on_clock, id limit 100`,
};

const listEntered = {
  name: "list-local-events",
  text: `with here as (${today}), found as (${entered})
    select ${columns} from here cross join found
    order by starts_on_clock < today, case when starts_on_clock >= today then starts_on_clock end,
      starts_on_clock desc, id`,
};

export const localEventsAhead = (database: Database, member: Member, now: Date): Promise<LocalEvent[]> =>
  database.read(listActive, [member.familyId, now]);

export const enteredLocalEvents = (database: Database, member: Member, now: Date): Promise<LocalEvent[]> =>
  database.read(listEntered, [member.familyId, now]);

async function rowFor(
  db: Db,
  { familyId }: Member,
  { title, date, location, description = "" }: NewLocalEvent,
) {
  const starts_on_clock = timeOnClock(date, await timeZoneOf(db, familyId), "date");
  return { title, location, description, starts_on_clock };
}

type EventRow = Awaited<ReturnType<typeof rowFor>> & { id: number };

const toLocalEvent = ({ id, title, starts_on_clock, location, description }: EventRow): LocalEvent => ({
  id,
  title,
  location,
  description,
  allDay: false,
  source: null,
  date: starts_on_clock.slice(0, 16).replace(" ", "T"),
});

export const addLocalEvent = (
  { database, config }: World,
  member: Member,
  typed: NewLocalEvent,
): Promise<LocalEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const { familyId } = member;
    const stored = sql`local_events where family_id = ${familyId}`;
    const max = config.limits.localEventsPerFamily;
    await refuseBeyondLimit(trx, familyId, { max, stored, rowsName: "things to do that you entered" });
    const row = { family_id: familyId, ...(await rowFor(trx, member, typed)) };
    const added = await trx.insertInto("local_events").values(row).returningAll().executeTakeFirstOrThrow();
    await publish(trx, familyId, "local-events");
    return toLocalEvent(added);
  });

export const changeLocalEvent = (
  db: Db,
  member: Member,
  id: number,
  typed: NewLocalEvent,
): Promise<LocalEvent> =>
  db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("local_events")
      .set(await rowFor(trx, member, typed))
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw new NotFound();
    await publish(trx, member.familyId, "local-events");
    return toLocalEvent(changed);
  });

export const deleteLocalEvent = (db: Db, member: Member, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("local_events")
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (deleted.numDeletedRows === 0n) throw new NotFound();
    await publish(trx, member.familyId, "local-events");
  });
