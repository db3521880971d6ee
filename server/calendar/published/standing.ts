// The state of a published calendar: when it last changed, and its text.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import { fingerprint } from "#server/secrets.ts";
import type { World } from "#server/world.ts";
import { extendAll } from "../manual-events/occurrences.ts";
import { digestOf, eventsIn, type Outgoing } from "./outgoing.ts";

interface Found {
  readonly family_id: number;
  readonly person_id: number;
  readonly categories: EventCategory[];
  readonly has_own_events: boolean;
  readonly digest: string | null;
  readonly changed_at: Date;
  readonly name: string;
  readonly time_zone: string;
  /** Whether repeating events are not yet expanded for the year ahead. */
  readonly is_behind: boolean;
}

const findAddress = {
  name: "find-calendar-address",
  text: `select a.family_id, a.person_id, a.categories, a.has_own_events, a.digest, a.changed_at, f.name, f.time_zone,
      exists (select from manual_events e where e.family_id = a.family_id and e.expanded_until < $2::timestamp)
        as is_behind
    from published_calendars a join families f on f.id = a.family_id where a.secret_hash = $1`,
};

const rememberDigest = {
  name: "remember-calendar-digest",
  text: `update published_calendars set digest = $3, changed_at = $4
    where family_id = $1 and person_id = $2 and digest is distinct from $3`,
};

const aDay = 24 * 60 * 60 * 1000;
const dayFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * aDay);

const outgoingOf = (
  { family_id, person_id, categories, has_own_events, name, time_zone }: Found,
  now: Date,
): Outgoing => ({
  ...{ familyId: family_id, categories, name, timeZone: time_zone },
  withoutThoseOf: has_own_events ? null : person_id,
  first: dayFrom(now, -366).toISOString().slice(0, 10),
  lastYear: now.getUTCFullYear() + 10,
});

export interface Standing {
  readonly digest: string;
  readonly changedAt: Date;
  readonly outgoing: Outgoing;
}

/** Returns undefined for an address that is unknown or no longer valid. */
export async function standingAt({ database, clock }: World, secret: string): Promise<Standing | undefined> {
  const now = clock.now();
  const inAYear = dayFrom(now, 366);
  const [found] = await database.read<Found>(findAddress, [fingerprint(secret), inAYear]);
  if (!found) return undefined;
  if (found.is_behind) await extendAll(database.kysely, found.family_id, now, inAYear);
  const outgoing = outgoingOf(found, now);
  const { familyId, name, timeZone, lastYear } = outgoing;
  const version = JSON.stringify([familyId, name, timeZone, lastYear, await digestOf(database, outgoing)]);
  const digest = fingerprint(version).toString("base64url");
  if (digest === found.digest) return { digest, changedAt: found.changed_at, outgoing };
  await database.write(rememberDigest, [found.family_id, found.person_id, digest, now]);
  return { digest, changedAt: now, outgoing };
}

// This takes 100 ms to load, so it is loaded with the first calendar and not when the server starts.
const writing = () => import("./text/writer.ts");
const zip = promisify(gzip);

/** Returns the calendar's text, compressed with gzip. */
export async function zippedCalendar({ database, config }: World, outgoing: Outgoing): Promise<Buffer> {
  const { calendarText } = await writing();
  const events = await eventsIn(database, outgoing);
  return await zip(await calendarText(outgoing, events, new URL(config.publicUrl).hostname));
}
