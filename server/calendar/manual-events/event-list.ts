import { sql } from "kysely";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Db } from "#server/db/schema.ts";
import { NotFound } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { toMinute } from "./wall-clock.ts";

const minuteOf = (time: string) => sql.raw(toMinute(time));

/** A family's events, or one of them: in time order by their next date, what is over last. */
export async function readEvents(
  db: Db,
  { familyId }: Member,
  now: Date,
  id: number | null = null,
): Promise<ManualEvent[]> {
  const { rows } = await sql<ManualEvent>`select * from (
      select e.id, e.title, e.location, e.category, e.recurrence, e.is_active as "isActive",
        e.is_all_day as "allDay", e.series_id as "seriesId", ${minuteOf("e.starts_on_clock")} as "startDate",
        ${minuteOf("case when is_all_day then e.ends_on_clock - interval '1 day' else e.ends_on_clock end")} as "endDate",
        coalesce((
          select json_agg(json_build_object('personId', p.id, 'name', p.username, 'part', t.part)
            order by t.part desc, p.id)
          from manual_event_people t join people p on p.id = t.person_id
          where t.family_id = e.family_id and t.manual_event_id = e.id
        ), '[]') as people,
        array(
          select ${minuteOf("o.starts_on_clock")} from manual_event_occurrences o
          where o.family_id = e.family_id and o.manual_event_id = e.id and o.starts_on_clock >
            ${now}::timestamptz at time zone f.time_zone - (e.ends_on_clock - e.starts_on_clock)
          order by o.starts_on_clock limit 8
        ) as "nextDates"
      from manual_events e join families f on f.id = e.family_id
      where e.family_id = ${familyId} and (${id}::int is null or e.id = ${id})
    ) as event order by "nextDates"[1], "startDate" desc, id`.execute(db);
  return rows;
}

export async function readEvent(db: Db, member: Member, now: Date, id: number): Promise<ManualEvent> {
  const [event] = await readEvents(db, member, now, id);
  if (!event) throw new NotFound();
  return event;
}
