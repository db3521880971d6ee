// What becomes of the dates that were changed or taken out by themselves when all dates are changed.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { type EventPeople, type EventRow, setPeople } from "./event-rows.ts";

type Described = Pick<EventRow, "title" | "location" | "category" | "is_active">;

interface Change extends Described {
  people: EventPeople | undefined;
  now: Date;
}

/** Those who take part, as one text. */
const peopleOf = (event: string) =>
  sql.raw(`(select string_agg(person_id || part, ' ' order by person_id) from manual_event_people
    where family_id = ${event}.family_id and manual_event_id = ${event}.id)`);

async function withSamePeople(db: Db, { family_id, id }: EventRow): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select single.* from manual_events single
    join manual_events series on series.family_id = single.family_id and series.id = single.series_id
    where single.family_id = ${family_id} and single.series_id = ${id}
      and ${peopleOf("single")} is not distinct from ${peopleOf("series")}`.execute(db);
  return rows;
}

/** A date that was changed by itself takes over what is still as it was in all the others. */
export async function followSeries(
  db: Db,
  before: EventRow,
  { people, now, ...after }: Change,
): Promise<void> {
  await sql`update manual_events set
      title = case when title = ${before.title} then ${after.title} else title end,
      location = case when location = ${before.location} then ${after.location} else location end,
      category = case when category = ${before.category} then ${after.category} else category end,
      is_active = case when is_active = ${before.is_active} then ${after.is_active}::boolean else is_active end,
      revision = revision + 1, revised_at = ${now}
    where family_id = ${before.family_id} and series_id = ${before.id}`.execute(db);
  if (!people) return;
  for (const single of await withSamePeople(db, before)) await setPeople(db, single, people);
}

/** They stay when the event they were dates of repeats no more. */
export async function freeSingleDates(db: Db, { family_id, id }: EventRow): Promise<void> {
  await db
    .updateTable("manual_events")
    .set({ series_id: null, replaced_date: null, replaced_time: null })
    .where("family_id", "=", family_id)
    .where("series_id", "=", id)
    .execute();
  await db
    .deleteFrom("manual_event_exceptions")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();
}
