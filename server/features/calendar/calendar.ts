import type { CalendarEvent, EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import { dayMs } from "#contract/durations.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { byStart, countParts, dayByDay, type FoundEvent, shownOnce } from "./day-parts.ts";
import { googleCalendars } from "./google/sync.ts";
import { extendAll, maxDaysAhead } from "./manual-events/occurrences.ts";
import { hasOwnTimes } from "./manual-events/rule-text.ts";
import { type Days, findDay, findManualOccurrences, findSubscribedEvents } from "./queries.ts";
import { refreshFamily, subscribedCalendars } from "./subscriptions/refresh-job.ts";

/** Both days are included. */
interface DayRange {
  from: string;
  to: string;
}

/** A day by its name is meant in the family's zone. */
type Range = DayRange | "today" | "tomorrow";

const maxRangeDays = 42;

export function rangeOf(query: { date?: string; from?: string; to?: string }): Range {
  const { date, from, to } = query;
  if (date) return { from: date, to: date };
  if (!from && !to) return "today";
  if (!from || !to) throw new Invalid("Please give both the first and the last day.");
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1)
    throw new Invalid("The last day is before the first.", { to: "The last day is before the first." });
  if (days > maxRangeDays) throw new Invalid(`Please ask for at most ${maxRangeDays} days at once.`);
  return { from, to };
}

type Found = NonNullable<Awaited<ReturnType<typeof findDay>>>;

const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Whether repeating events are not yet expanded for these days. */
const isBehind = ({ day, expanded_until }: Found, past: string): boolean =>
  expanded_until !== null && expanded_until < earlier(past, daysAfter(day, maxDaysAhead));

type Switches = Pick<Found, "show_kids_events" | "show_family_events" | "show_appointments">;

/** Without settings, the calendar shows all events. */
export function shownCategories(switches: Switches | undefined): EventCategory[] {
  const isShown = {
    kids: switches?.show_kids_events,
    family: switches?.show_family_events,
    appointment: switches?.show_appointments,
  };
  return eventCategories.filter((category) => isShown[category] ?? true);
}

type ManualOccurrence = Awaited<ReturnType<typeof findManualOccurrences>>[number];

/** Dates keep their id when they all move to another time. The time only tells them apart if a day has several. */
function manualId({ id, recurrence, occurrence }: ManualOccurrence): string {
  const time = recurrence && hasOwnTimes(recurrence) ? `-${occurrence.slice(11, 16).replace(":", "")}` : "";
  return `manual-${id}${time}`;
}

const fromManual = (found: ManualOccurrence): FoundEvent => ({
  ...found,
  id: manualId(found),
  source: "manual",
  manual_event_id: found.id,
  occurrence: found.recurrence === null ? null : found.occurrence,
  identity: null,
});

type Subscribed = Awaited<ReturnType<typeof findSubscribedEvents>>[number];

/** The id of a subscribed event in the family's day. */
export const feedEventId = (id: number): string => `feed-${id}`;

const fromSubscribed = ({ purpose, occurrence, ...found }: Subscribed): FoundEvent => ({
  ...found,
  id: feedEventId(found.id),
  source: purpose === "google" ? "google" : "feed",
  people: [],
  manual_event_id: null,
  occurrence: null,
  identity: occurrence,
});

type Whose = Pick<Member, "familyId">;

async function eventsIn({ reads }: Database, { familyId }: Whose, days: Days): Promise<FoundEvent[]> {
  const [manual, subscribed] = await Promise.all([
    findManualOccurrences(reads, familyId, days),
    findSubscribedEvents(reads, familyId, days),
  ]);
  return shownOnce([...manual.map(fromManual), ...subscribed.map(fromSubscribed)]);
}

const daysOf = (range: Range, { day }: Found): DayRange =>
  typeof range === "string" ? { from: day, to: day } : range;

async function findBetween(database: Database, { familyId }: Whose, now: Date, range: Range) {
  const read = () => findDay(database.reads, familyId, now, range === "tomorrow" ? 1 : 0);
  const pastOf = (found: Found) => daysAfter(daysOf(range, found).to, 1);
  let here = await read();
  // A daily event that has to be expanded for all of `maxDaysAhead` needs three rounds.
  for (let step = 0; step < 3 && here && isBehind(here, pastOf(here)); step++) {
    await extendAll(database.kysely, familyId, now, new Date(daysOf(range, here).to));
    here = await read();
  }
  if (!here) throw new NotFound();
  const { time_zone: timeZone, is_due: isDue } = here;
  const { from: first, to: last } = daysOf(range, here);
  const days = { timeZone, first, past: pastOf(here), categories: shownCategories(here) };
  return { events: await eventsIn(database, { familyId }, days), first, last, isDue };
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
export async function openDays(world: World, member: Whose, range: Range): Promise<CalendarEvent[]> {
  const { events, first, last, isDue } = await findBetween(world.database, member, world.clock.now(), range);
  if (isDue)
    for (const queue of [subscribedCalendars, googleCalendars])
      refreshFamily(world, queue, member.familyId).catch((err) =>
        world.log.error({ err }, "calendars could not be read in the background"),
      );
  refuseTooMuch(events, first, last);
  return dayByDay(events, first, last);
}
