// The events of a family's calendar that go out to calendar apps, and a digest that shows whether they have changed.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { type ClockChange, clockChanges } from "./clock-changes.ts";
import { findBirthdays, findDigest, findImportedEvents, findManualEvents, type Wanted } from "./queries.ts";

export interface Outgoing extends Omit<Wanted, "clockChanges"> {
  readonly name: string;
  readonly timeZone: string;
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

export type ManualRow = Awaited<ReturnType<typeof findManualEvents>>[number];
export type ImportedRow = Awaited<ReturnType<typeof findImportedEvents>>[number];
export type BirthdayRow = Awaited<ReturnType<typeof findBirthdays>>[number];

/** The clock changes that may affect the published events. */
export const changesFor = ({ timeZone, first, lastYear }: Outgoing): ClockChange[] =>
  clockChanges(timeZone, first, lastYear);

const wantedBy = (outgoing: Outgoing): Wanted => ({
  ...outgoing,
  clockChanges: changesFor(outgoing).map(({ at, from, to }) => ({
    begins: at.add({ seconds: Math.min(0, to - from) }).toString(),
    ends: at.add({ seconds: Math.max(0, to - from) }).toString(),
  })),
});

export const digestOf = ({ reads }: Database, outgoing: Outgoing): Promise<string> =>
  findDigest(reads, wantedBy(outgoing));

export async function eventsIn({ reads }: Database, outgoing: Outgoing) {
  const wanted = wantedBy(outgoing);
  const [manual, imported, birthdays] = await Promise.all([
    findManualEvents(reads, wanted),
    findImportedEvents(reads, wanted),
    findBirthdays(reads, wanted),
  ]);
  return { manual, imported, birthdays };
}
