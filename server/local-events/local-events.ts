import type { LocalEvent } from "#contract/local-events.ts";
import type { Database } from "../db/connect.ts";
import type { Member } from "../http/session.ts";

const listLocalEvents = {
  name: "list-local-events",
  text: `select e.id, e.title, to_char(e.starts_on_clock, 'YYYY-MM-DD"T"HH24:MI') as date, e.location, e.description
    from families f
    join local_events e on e.family_id = f.id
      and e.starts_on_clock >= ($2::timestamptz at time zone f.time_zone)::date
      and e.starts_on_clock < ($2::timestamptz at time zone f.time_zone)::date + interval '14 days'
    where f.id = $1
    order by e.starts_on_clock, e.id`,
};

export const localEventsAhead = (database: Database, member: Member, now: Date): Promise<LocalEvent[]> =>
  database.read(listLocalEvents, [member.familyId, now]);
