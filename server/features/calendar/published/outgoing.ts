// The events of a family's calendar that go out to calendar apps, and a digest that shows whether they have changed.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { type ClockChange, clockChanges } from "./clock-changes.ts";

/**
 * The events of subscribed and connected calendars, one row for each occurrence, with the columns of a manual event.
 * `$1` is the family, `$2` the categories, `$3` the first day, and `$6` the person whose Google calendar is left out,
 * because their app shows it already. An event that is in several calendars goes out as Google has it, as in the day.
 */
const importedEvents = `
  select id, title, location, description, category, is_all_day, starts, ends, revision, revised_at
  from (
    select distinct on (e.occurrence) 'feed-' || f.id || '-' || e.occurrence as id, f.connection,
      e.title, e.location, e.description, f.category, e.is_all_day,
      e.starts_on_clock as starts, e.ends_on_clock as ends, e.revision, e.revised_at
    from subscribed_calendars f join subscribed_events e on e.family_id = $1 and e.calendar_id = f.id and e.ends_on_clock >= $3::timestamp
    where f.family_id = $1 and f.purpose <> 'local-events' and f.category = any($2)
    order by e.occurrence, f.connection nulls last, f.id
  ) as events
  where connection is null or connection not in (
    select family_id from calendar_connections where family_id = $1 and connected_by = $6::integer)`;

export interface Outgoing {
  readonly familyId: number;
  readonly categories: readonly EventCategory[];
  /** The person whose own calendars are left out, because their app shows them already. */
  readonly excludedOwner: number | null;
  readonly name: string;
  readonly timeZone: string;
  /** Events that ended before this day are left out. */
  readonly first: string;
  readonly lastYear: number;
}

/** Times are YYYY-MM-DD HH:MM:SS on the family's clock. */
export interface PlannedEvent {
  readonly title: string;
  readonly location: string;
  readonly category: EventCategory;
  readonly is_all_day: boolean;
  readonly starts: string;
  readonly ends: string;
  readonly revision: number;
  readonly revised_at: Date;
}

export interface ManualRow extends PlannedEvent {
  readonly id: number;
  readonly recurrence: string | null;
  readonly series_id: number | null;
  /** Identifies the date in its series by its day, or by its time if that day has several. */
  readonly replaced_date: string | null;
  readonly driving: readonly string[];
  readonly coming: readonly string[];
  /** Days or times at which the event does not take place. */
  readonly exceptions: readonly string[];
  /** The starts of the occurrences during which, or at whose end, the clocks change. */
  readonly crossing: readonly string[];
}

export interface ImportedRow extends PlannedEvent {
  readonly id: string;
  readonly description: string;
}

const namesOf = (part: string) => `array(
  select p.username from manual_event_people t join people p on p.id = t.person_id
  where t.family_id = $1 and t.manual_event_id = e.id and t.part = '${part}' order by p.id)`;

const crossing = `
  select o.manual_event_id, array_agg(distinct o.starts_on_clock::text) as starts
  from unnest($4::timestamp[], $5::timestamp[]) as change (begins, ends)
  join manual_event_occurrences o on o.family_id = $1
    and o.starts_on_clock < change.ends and o.ends_on_clock >= change.begins
    and o.starts_on_clock >= change.begins
      - (select max(ends_on_clock - starts_on_clock) from manual_events where family_id = $1)
  group by o.manual_event_id`;

const manualEvents = `
  select e.id, e.title, e.location, e.category, e.is_all_day, e.starts_on_clock as starts, e.ends_on_clock as ends,
    e.revision, e.revised_at, e.recurrence, e.series_id,
    nullif(concat_ws(' ', e.replaced_date, e.replaced_time), '') as replaced_date,
    ${namesOf("driving")} as driving, ${namesOf("coming")} as coming,
    array(select concat_ws(' ', occurrence_date, occurrence_time) from manual_event_exceptions x
      where x.family_id = $1 and x.manual_event_id = e.id order by 1) as exceptions,
    coalesce(crossing.starts, '{}') as crossing
  from manual_events e left join crossing on crossing.manual_event_id = e.id
  where e.family_id = $1 and e.is_active and e.category = any($2)
    and (e.recurrence !~ '(UNTIL|COUNT)=' or exists (
      select from manual_event_occurrences o
      where o.family_id = $1 and o.manual_event_id = e.id and o.ends_on_clock > $3::timestamp))`;

const goesOut = `with crossing as materialized (${crossing}),
  manual as materialized (${manualEvents}), imported as materialized (${importedEvents})`;

const digestEvents = {
  name: "digest-outgoing-events",
  text: `${goesOut} select md5(concat(
    (select string_agg(manual::text, '' order by id) from manual),
    (select string_agg(imported::text, '' order by id) from imported))) as digest`,
};

const listManual = {
  name: "list-outgoing-manual-events",
  text: `${goesOut} select * from manual order by id`,
};
const listImported = {
  name: "list-outgoing-imported-events",
  text: `${goesOut} select * from imported order by starts, id`,
};

/** The clock changes that may affect the published events. */
export const changesFor = ({ timeZone, first, lastYear }: Outgoing): ClockChange[] =>
  clockChanges(timeZone, first, lastYear);

function valuesOf(outgoing: Outgoing) {
  const changes = changesFor(outgoing);
  const begins = changes.map(({ at, from, to }) => at.add({ seconds: Math.min(0, to - from) }).toString());
  const ends = changes.map(({ at, from, to }) => at.add({ seconds: Math.max(0, to - from) }).toString());
  const { familyId, categories, first, excludedOwner } = outgoing;
  return [familyId, categories, first, begins, ends, excludedOwner];
}

export async function digestOf({ read }: Database, outgoing: Outgoing): Promise<string> {
  const [row] = await read<{ digest: string }>(digestEvents, valuesOf(outgoing));
  return row?.digest ?? "";
}

export async function eventsIn({ read }: Database, outgoing: Outgoing) {
  const values = valuesOf(outgoing);
  const [manual, imported] = await Promise.all([
    read<ManualRow>(listManual, values),
    read<ImportedRow>(listImported, values),
  ]);
  return { manual, imported };
}
