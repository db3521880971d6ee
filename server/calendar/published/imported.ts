/**
 * The events of others in a family's calendar, each occurrence by itself, with the columns of a manual event that goes
 * out. `$1` is the family, `$2` the categories, `$3` the first day, `$6` whose Google calendar their apps show already.
 * What stands in several calendars goes out as Google has it, as in the day.
 */
export const importedEvents = `
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
