// A family's whole calendar in one file, for exports.
import { eventCategories } from "#contract/calendar/event-categories.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { eventsIn } from "./outgoing.ts";

const findSpan = {
  name: "find-span-of-calendar",
  text: `select f.name, f.time_zone as "timeZone", to_char(least(
      (select min(starts_on_clock) from manual_events where family_id = f.id), f.created_at at time zone 'UTC'
    ), 'YYYY-MM-DD') as first
    from families f where f.id = $1`,
};

interface Span {
  readonly name: string;
  readonly timeZone: string;
  readonly first: string;
}

/** Like the published calendar, but with events that are long over. */
export async function* wholeCalendar(
  { database, clock, config }: World,
  familyId: number,
): AsyncGenerator<string> {
  const [span] = await database.read<Span>(findSpan, [familyId]);
  if (!span) throw new NotFound();
  const lastYear = clock.now().getUTCFullYear() + 10;
  const outgoing = { familyId, categories: eventCategories, excludedOwner: null, ...span, lastYear };
  const { calendarParts } = await import("./text/writer.ts");
  const events = await eventsIn(database, outgoing);
  yield* calendarParts(outgoing, events, new URL(config.publicUrl).hostname);
}
