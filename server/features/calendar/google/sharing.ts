// The calendars of the connected account. Admins choose which of them the family sees.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { ConnectedCalendar, ConnectedCalendars, SharedCalendars } from "#contract/calendar/google.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound, Unavailable } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { GoogleCalendar, World } from "#server/platform/world.ts";
import { findSubscribedCalendars, updateCategory, type ZonedCalendar } from "../subscriptions/queries.ts";
import { countsOf, freshnessOf, subscribe, unsubscribe } from "../subscriptions/subscriptions.ts";
import { Unreadable } from "../subscriptions/unreadable.ts";
import { fetchGoogleCalendar, type SyncResult, unreadable } from "./google-reader.ts";
import { type Permission, permissionOf, rememberRevoked } from "./permissions.ts";
import { lockConnection, replaceGoogleEvents } from "./queries.ts";

const purpose = "google";

/** Maps ids at Google to the calendars that the family sees. */
async function sharedOf(
  { secrets }: World,
  db: Db,
  familyId: number,
): Promise<ReadonlyMap<string, ZonedCalendar>> {
  const calendars = await findSubscribedCalendars(db, familyId, purpose);
  return new Map(calendars.map((calendar) => [secrets.open(calendar.sealed_url), calendar]));
}

/** Throws `Unreadable`. */
const listAt = ({ senders: { google } }: World, { refreshToken }: Permission): Promise<GoogleCalendar[]> =>
  google.calendars(refreshToken).catch((error) => {
    throw unreadable(error);
  });

const isRevokedBy = (error: unknown): boolean => error instanceof Unreadable && error.reason === "revoked";

async function listIfPossible(world: World, permission: Permission) {
  if (permission.isRevoked) return { listed: [], isRevoked: true };
  try {
    const listed = await listAt(world, permission);
    return { listed: listed.toSorted((one, other) => +other.isPrimary - +one.isPrimary), isRevoked: false };
  } catch (error) {
    world.log.warn({ reason: String(error) }, "the calendars of an account could not be listed");
    const isRevoked = isRevokedBy(error);
    if (isRevoked) await rememberRevoked(world, permission);
    return { listed: [], isRevoked };
  }
}

const toConnectedCalendar = (
  id: string,
  name: string,
  calendar: ZonedCalendar | undefined,
): ConnectedCalendar => ({
  id,
  name,
  isShared: calendar !== undefined,
  category: calendar?.category ?? "family",
  freshness: calendar ? freshnessOf(calendar) : null,
  events: countsOf(calendar),
});

export async function connectedCalendars(world: World, { familyId }: Member): Promise<ConnectedCalendars> {
  const permission = await permissionOf(world, familyId);
  if (!permission) return { calendars: [], isRevoked: false };
  const { listed, isRevoked } = await listIfPossible(world, permission);
  const shared = await sharedOf(world, world.database.kysely, familyId);
  const others = [...shared].filter(([id]) => !listed.some((calendar) => calendar.id === id));
  const calendars = [
    ...listed.map(({ id, name }) => toConnectedCalendar(id, name, shared.get(id))),
    ...others.map(([id, calendar]) => toConnectedCalendar(id, calendar.name, calendar)),
  ];
  return { calendars, isRevoked };
}

type Chosen = SharedCalendars["calendars"][number];

/** A calendar that the family is about to see, with its events. */
interface Added {
  readonly calendar: GoogleCalendar;
  readonly category: EventCategory;
  readonly result: SyncResult;
}

async function fetchAll(
  world: World,
  { familyId, refreshToken }: Permission,
  wanted: readonly Omit<Added, "result">[],
): Promise<Added[]> {
  const timeZone = await findTimeZone(world.database.kysely, familyId);
  const fetch = ({ id: calendarId }: GoogleCalendar) =>
    fetchGoogleCalendar(world, { refreshToken, calendarId, timeZone });
  const added: Added[] = [];
  // Pages of one calendar at a time are in memory.
  for (const each of wanted) added.push({ ...each, result: await fetch(each.calendar) });
  return added;
}

async function share(trx: Db, world: World, familyId: number, added: readonly Added[]): Promise<void> {
  const shared = await sharedOf(world, trx, familyId);
  for (const { calendar, category, result } of added) {
    if (shared.has(calendar.id) || !result.fetched) continue;
    const subscription = { familyId, purpose, url: calendar.id, name: calendar.name, category } as const;
    await replaceGoogleEvents(trx, await subscribe(trx, world, subscription, result.fetched), result.events);
  }
}

/** Throws when another account was connected in the meantime. */
async function holdConnection(trx: Db, { familyId, subject }: Permission): Promise<void> {
  if (await lockConnection(trx, familyId, subject)) return;
  throw new Conflict("Someone just connected a different Google account. Please check again.");
}

/** Changes or removes a calendar that the family already sees. */
async function change(trx: Db, calendar: ZonedCalendar, { isShared, category }: Chosen): Promise<void> {
  const { family_id, id } = calendar;
  if (!isShared) await unsubscribe(trx, family_id, purpose, id);
  else await updateCategory(trx, family_id, { purpose, id, category });
}

/** New calendars are fetched first. If that fails, nothing changes. */
async function fetchNew(world: World, permission: Permission, wanted: readonly Chosen[]): Promise<Added[]> {
  if (wanted.length === 0) return [];
  try {
    const listed = await listAt(world, permission);
    const found = wanted.map(({ id, category }) => {
      const calendar = listed.find((each) => each.id === id);
      if (!calendar) throw new NotFound("This calendar is no longer in the Google account.");
      return { calendar, category };
    });
    return await fetchAll(world, permission, found);
  } catch (error) {
    if (error instanceof Unreadable) throw new Unavailable(error.message);
    throw error;
  }
}

/** Counts the calendars that the family would see, also those that are not named. It may always see fewer. */
function refuseTooMany(
  { config: { limits } }: World,
  shared: ReadonlyMap<string, ZonedCalendar>,
  chosen: readonly Chosen[],
): void {
  const max = limits.feedsPerFamily;
  const ids = new Set(shared.keys());
  for (const { id, isShared } of chosen) {
    if (isShared) ids.add(id);
    else ids.delete(id);
  }
  if (ids.size > Math.max(max, shared.size))
    throw new Conflict(`The family can see ${max} calendars. Please choose fewer.`);
}

const withoutRepetitions = (calendars: readonly Chosen[]): Chosen[] => [
  ...new Map(calendars.map((chosen) => [chosen.id, chosen])).values(),
];

export async function shareCalendars(
  world: World,
  member: Member,
  { calendars }: SharedCalendars,
): Promise<ConnectedCalendars> {
  const { familyId } = member;
  const { kysely: db } = world.database;
  const permission = await permissionOf(world, familyId);
  if (!permission) throw new Conflict("Please connect a Google calendar first.");
  const chosen = withoutRepetitions(calendars);
  const before = await sharedOf(world, db, familyId);
  refuseTooMany(world, before, chosen);
  const isNew = ({ id, isShared }: Chosen) => isShared && !before.has(id);
  const added = await fetchNew(world, permission, chosen.filter(isNew));
  await db.transaction().execute(async (trx) => {
    await holdConnection(trx, permission);
    // Another admin may have shared calendars while ours were read.
    const shared = await sharedOf(world, trx, familyId);
    refuseTooMany(world, shared, chosen);
    for (const each of chosen) {
      const calendar = shared.get(each.id);
      if (calendar) await change(trx, calendar, each);
    }
    await share(trx, world, familyId, added);
    await publish(trx, familyId, "calendar-settings", "calendar-events");
  });
  return await connectedCalendars(world, member);
}

/** At first, only the account's own calendar is shown. The account stays connected even if that cannot be read yet. */
export async function shareOwnCalendar(world: World, familyId: number): Promise<void> {
  const permission = await permissionOf(world, familyId);
  if (!permission) return;
  try {
    const own = (await listAt(world, permission)).filter(({ isPrimary }) => isPrimary);
    const wanted = own.map((calendar) => ({ calendar, category: "family" as const }));
    const added = await fetchAll(world, permission, wanted);
    await world.database.kysely.transaction().execute(async (trx) => {
      await holdConnection(trx, permission);
      await share(trx, world, familyId, added);
    });
  } catch (error) {
    world.log.warn({ reason: String(error) }, "a calendar was connected, but not read yet");
  }
}
