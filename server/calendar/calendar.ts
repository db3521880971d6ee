import type { CalendarEvent } from "#contract/calendar.ts";
import type { Database } from "../db/connect.ts";
import { Invalid } from "../errors.ts";
import type { Member } from "../http/session.ts";

/** Days, both included; null is today in the family's zone. */
interface Range {
  from: string | null;
  to: string | null;
}

const longestRange = 42;

export function rangeOf(query: { date?: string; from?: string; to?: string }): Range {
  const { date, from, to } = query;
  if (date) return { from: date, to: date };
  if (!from && !to) return { from: null, to: null };
  if (!from || !to) throw new Invalid("Please give both the first and the last day.");
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1)
    throw new Invalid("The last day is before the first.", { to: "The last day is before the first." });
  if (days > longestRange) throw new Invalid(`Please ask for at most ${longestRange} days at once.`);
  return { from, to };
}

// An event over several days shows on each of them, with the part of it that falls on the day.
const listEvents = {
  name: "list-calendar-events",
  text: `with here as (select ($2::timestamptz at time zone time_zone)::date as today from families where id = $1)
    select 'manual-' || e.id as id, e.title, e.location, e.category, 'manual' as source, true as "isManualEvent",
      to_char(day, 'YYYY-MM-DD') as date,
      e.starts_on_clock <= day and e.ends_on_clock >= day + interval '1 day' as "allDay",
      to_char(greatest(e.starts_on_clock, day), 'HH24:MI') as "startTime",
      case when e.ends_on_clock < day + interval '1 day' then to_char(e.ends_on_clock, 'HH24:MI') end as "endTime"
    from here
    cross join generate_series(coalesce($3::date, today)::timestamp, coalesce($4::date, today)::timestamp,
      interval '1 day') as day
    join manual_events e on e.family_id = $1 and e.is_active
      and e.starts_on_clock < day + interval '1 day' and e.ends_on_clock > day
    order by day, greatest(e.starts_on_clock, day), e.id`,
};

type EventRow = Omit<CalendarEvent, "endTime"> & { endTime: string | null };

export async function eventsBetween(
  database: Database,
  member: Member,
  now: Date,
  { from, to }: Range,
): Promise<CalendarEvent[]> {
  const rows = await database.read<EventRow>(listEvents, [member.familyId, now, from, to]);
  return rows.map(({ endTime, ...event }) => (endTime === null ? event : { ...event, endTime }));
}
