// A family's whole calendar in one file, for exports.
import { eventCategories } from "#contract/calendar/event-categories.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { eventsIn } from "./outgoing.ts";
import { findSpan } from "./queries.ts";

/** Like the published calendar, but with events that are long over. */
export async function* wholeCalendar(
  { database, clock, config }: World,
  familyId: number,
): AsyncGenerator<string> {
  const span = await findSpan(database.reads, familyId);
  if (!span) throw new NotFound();
  const lastYear = clock.now().getUTCFullYear() + 10;
  const outgoing = { familyId, categories: eventCategories, excludedOwner: null, ...span, lastYear };
  const { calendarParts } = await import("./text/writer.ts");
  const events = await eventsIn(database, outgoing);
  yield* calendarParts(outgoing, events, new URL(config.publicUrl).hostname);
}
