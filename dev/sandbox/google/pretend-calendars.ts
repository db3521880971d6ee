// The calendars of pretend accounts. They are kept in memory until the process ends.
import type { calendar_v3 } from "@googleapis/calendar";

export type PretendEvent = calendar_v3.Schema$Event & { readonly id: string };

interface Asked {
  readonly syncToken: string | null;
  readonly timeMin: string | null;
  readonly offset: number;
}

const endOf = ({ end }: PretendEvent): string => end?.dateTime ?? end?.date ?? "";

export class PretendCalendar {
  readonly id: string;
  readonly name: string;
  readonly isPrimary: boolean;
  /** The number of events in one answer. */
  pageSize = 250;
  readonly #events = new Map<string, { event: PretendEvent; version: number }>();
  #version = 1;
  #oldest = 0;

  constructor(id: string, name: string, { isPrimary = false, events = [] as readonly PretendEvent[] } = {}) {
    this.id = id;
    this.name = name;
    this.isPrimary = isPrimary;
    for (const event of events) this.put(event);
  }

  /** Adds an event, or replaces it. */
  put(event: PretendEvent): void {
    this.#version += 1;
    this.#events.set(event.id, { event: { status: "confirmed", ...event }, version: this.#version });
  }

  /** Cancels an event with all its dates, or a single date of a series. */
  cancel(id: string): void {
    const { recurringEventId, originalStartTime } = this.#events.get(id)?.event ?? {};
    const which = recurringEventId && originalStartTime ? { recurringEventId, originalStartTime } : {};
    this.put({ id, status: "cancelled", ...which });
  }

  /** Sync tokens that were issued until now become invalid. */
  forgetTokens(): void {
    this.#version += 1;
    this.#oldest = this.#version;
  }

  #listed({ syncToken, timeMin }: Asked): PretendEvent[] {
    const since = syncToken ? Number(syncToken.slice(1)) : 0;
    return [...this.#events.values()]
      .filter(({ version }) => version > since)
      .map(({ event }) => event)
      .filter((event) => syncToken || event.status !== "cancelled" || event.recurringEventId)
      .filter((event) => !timeMin || event.recurrence || !endOf(event) || endOf(event) > timeMin);
  }

  /** Returns undefined if the sync token is no longer valid. */
  page(asked: Asked): object | undefined {
    if (asked.syncToken && Number(asked.syncToken.slice(1)) < this.#oldest) return undefined;
    const all = this.#listed(asked);
    const next = asked.offset + this.pageSize;
    const rest = next < all.length ? { nextPageToken: String(next) } : { nextSyncToken: `v${this.#version}` };
    return { kind: "calendar#events", items: all.slice(asked.offset, next), ...rest };
  }
}

interface Failure {
  readonly status: number;
  readonly reason: string;
}

export class PretendCalendars {
  readonly all: PretendCalendar[];
  /** The paths that were requested, oldest first. */
  readonly asked: string[] = [];
  /** Overrides the answers to the next requests. */
  readonly failures: Failure[] = [];

  constructor(all: PretendCalendar[]) {
    this.all = all;
  }

  find(id: string): PretendCalendar | undefined {
    return this.all.find((calendar) => calendar.id === id || (id === "primary" && calendar.isPrimary));
  }
}

const maxAccounts = 1_000;
const kept = new Map<string, PretendCalendars>();

export function pretendCalendars(subject: string, make: () => PretendCalendar[]): PretendCalendars {
  const calendars = kept.get(subject) ?? new PretendCalendars(make());
  if (kept.size >= maxAccounts) kept.clear();
  kept.set(subject, calendars);
  return calendars;
}
