import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { byStart, countParts, dayByDay, type FoundEvent, shownOnce } from "./day-parts.ts";
import { googleCalendars } from "./google/sync.ts";
import { extendAll, maxDaysAhead } from "./manual-events/occurrences.ts";
import { refreshFamily, subscribedCalendars } from "./subscriptions/refresh-job.ts";

/** Both days are included. Null means today in the family's zone. */
interface Range {
  from: string | null;
  to: string | null;
}

const maxRangeDays = 42;

export function rangeOf(query: { date?: string; from?: string; to?: string }): Range {
  const { date, from, to } = query;
  if (date) return { from: date, to: date };
  if (!from && !to) return { from: null, to: null };
  if (!from || !to) throw new Invalid("Please give both the first and the last day.");
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1)
    throw new Invalid("The last day is before the first.", { to: "The last day is before the first." });
  if (days > maxRangeDays) throw new Invalid(`Please ask for at most ${maxRangeDays} days at once.`);
  return { from, to };
}

const isBehind = `exists (
  select from manual_events where family_id = $1 and expanded_until < least(past, today + ${maxDaysAhead}))`;

// A time that the clocks skip is shown so much later, which in some zones is on the next day.
const skip = "interval '1 hour'";

// Events are found by their start: one that started earlier than the duration of the family's longest event is over.
// The CTE is materialized, because otherwise the planner goes through all occurrences of each event.
const occurrences = `
  select o.* from here join manual_event_occurrences o on o.family_id = $1
    and o.starts_on_clock < past and o.starts_on_clock > first - longest - ${skip}
    and o.ends_on_clock > first - ${skip}`;

const onClock = (time: string) =>
  `case when e.is_all_day then ${time} else ${time} at time zone zone at time zone zone end`;

// Each event is looked up by its key ("offset 0"), because otherwise the planner reads all of the family's events. A
// time that the clocks skip is shown an hour later. Dates keep their id when they all move to another time; the time
// only tells them apart if a day has several.
const manualEvents = `
  select 'manual-' || e.id
      || case when e.recurrence ~ 'BY(HOUR|MINUTE)=' then to_char(o.starts_on_clock, '-HH24MI') else '' end as id,
    e.title, e.location, e.category, 'manual' as source, e.is_all_day,
    ${onClock("o.starts_on_clock")} as starts, ${onClock("o.ends_on_clock")} as ends,
    (select json_agg(json_build_object('name', p.username, 'part', t.part) order by t.part desc, p.id)
      from manual_event_people t join people p on p.id = t.person_id
      where t.family_id = $1 and t.manual_event_id = e.id) as people,
    e.id as manual_event_id, case when e.recurrence is not null then o.starts_on_clock end as occurrence,
    null as identity
  from here cross join occurrences o
  cross join lateral (
    select * from manual_events where family_id = $1 and id = o.manual_event_id and is_active offset 0) e`;

// Events of subscribed calendars and Google's. An event without a duration is found by its start.
const subscribedEvents = `
  select 'feed-' || e.id, e.title, e.location, f.category, case f.purpose when 'google' then 'google' else 'feed' end,
    e.is_all_day, e.starts_on_clock, e.ends_on_clock, null::json, null::integer, null::timestamp,
    e.occurrence
  from here
  join subscribed_calendars f on f.family_id = $1 and f.purpose <> 'local-events'
  join subscribed_events e on e.family_id = $1 and e.calendar_id = f.id
    and e.starts_on_clock < past and e.ends_on_clock >= first
    and (e.ends_on_clock > first or e.starts_on_clock >= first)`;

const isShown = "case category when 'kids' then kids when 'family' then family else appointments end";

// Always returns at least one row, which says what day it is and whether repeating events are expanded far enough for
// this range.
const listEvents = {
  name: "list-calendar-events",
  text: `with days as (
      select time_zone as zone, today, coalesce($3::date, today)::timestamp as first,
        coalesce($4::date, today) + interval '1 day' as past,
        coalesce(show_kids_events, true) as kids, coalesce(show_family_events, true) as family,
        coalesce(show_appointments, true) as appointments
      from families left join calendar_settings on family_id = id
      cross join lateral (select ($2::timestamptz at time zone time_zone)::date as today) as clock
      where id = $1
    ), here as materialized (
      select *, ${isBehind} as is_behind,
        exists (select from subscribed_calendars where family_id = $1 and due_at <= $2::timestamptz) as is_due,
        (select max(ends_on_clock - starts_on_clock) from manual_events where family_id = $1) as longest
      from days
    ), occurrences as materialized (${occurrences}), events as (${manualEvents} union all ${subscribedEvents})
    select events.*, today, is_behind, is_due from here left join events on ${isShown}`,
};

/** When opening the calendar has one of the family's subscribed calendars fetched. */
export async function findNextDueCalendar(db: Db, familyId: number): Promise<Date | null> {
  const { dueAt } = await db
    .selectFrom("subscribed_calendars")
    .select((select) => select.fn.min<Date | null>("due_at").as("dueAt"))
    .where("family_id", "=", familyId)
    .executeTakeFirstOrThrow();
  return dueAt;
}

interface Here {
  today: string;
  is_behind: boolean;
  is_due: boolean;
}
type Found = Here & (FoundEvent | { id: null });

const isEvent = (found: Found): found is Here & FoundEvent => found.id !== null;

type Whose = Pick<Member, "familyId">;

async function findBetween(database: Database, { familyId }: Whose, now: Date, { from, to }: Range) {
  const read = () => database.read<Found>(listEvents, [familyId, now, from, to]);
  let found = await read();
  // A daily event that has to be expanded for all of `maxDaysAhead` needs three rounds.
  for (let step = 0; step < 3 && found[0]?.is_behind; step++) {
    await extendAll(database.kysely, familyId, now, new Date(to ?? now));
    found = await read();
  }
  const { today = "", is_due: isDue = false } = found[0] ?? {};
  return { events: shownOnce(found.filter(isEvent)), first: from ?? today, last: to ?? today, isDue };
}

/** Lists each event once, on the day on which it starts. */
export async function eventsStartingBetween(
  database: Database,
  member: Whose,
  now: Date,
  range: Range,
): Promise<CalendarEvent[]> {
  const { events, first, last } = await findBetween(database, member, now, range);
  return byStart(events, first, last);
}

// More than anybody reads, and little enough to be written within a fraction of a second.
const maxParts = 20_000;

/** A single day is always shown, because home reads it. */
function refuseTooMuch(events: readonly FoundEvent[], first: string, last: string): void {
  if (first !== last && countParts(events, first, last) > maxParts)
    throw new Invalid("There is too much in these days. Please ask for fewer days at once.");
}

/**
 * Days are shown without waiting for calendars that have not been fetched for a while, such as after a night in which
 * this machine slept.
 */
export async function openDays(world: World, member: Member, range: Range): Promise<CalendarEvent[]> {
  const { events, first, last, isDue } = await findBetween(world.database, member, world.clock.now(), range);
  if (isDue)
    for (const queue of [subscribedCalendars, googleCalendars])
      refreshFamily(world, queue, member.familyId).catch((err) =>
        world.log.error({ err }, "calendars could not be read in the background"),
      );
  refuseTooMuch(events, first, last);
  return dayByDay(events, first, last);
}
