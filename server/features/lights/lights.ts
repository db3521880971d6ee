// Lights: they are turned on by one tap each morning, and go out at midnight. Nothing older than a day is kept.

import { writtenChannels } from "#contract/channels.ts";
import type { ChosenLight, CurrentLights, LightMessages, OwnLight } from "#contract/lights.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOf } from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";
import {
  beginningOfDay,
  isAway,
  litToday,
  nextBoundary,
  nextUsualTime,
  tellingTime,
  todayIn,
  usedToday,
} from "./light-day.ts";
import { tellContacts } from "./light-kind.ts";
import * as queries from "./queries.ts";

const checkQueue = "light-checks";

const keyOf = ({ familyId, id: personId }: Member): queries.LightKey => ({ familyId, personId });

type Found = Awaited<ReturnType<typeof queries.findLights>>[number];

function ownView(light: Found, now: Date): CurrentLights["own"] {
  const litAt = litToday(light, now);
  const hasBegun = beginningOfDay(now, light.timeZone) !== undefined;
  return {
    isAwaited: hasBegun && !litAt && !isAway(light, now),
    litAt: litAt?.toISOString() ?? null,
    wavedBy: litAt ? light.wavedBy : [],
    awayUntil: isAway(light, now) ? light.awayUntil : null,
  };
}

export async function currentLights({ reads }: Database, member: Member, now: Date): Promise<CurrentLights> {
  if (!member.has("lights")) return { own: null, others: [] };
  const { familyId, id: personId } = member;
  const lights = await queries.findLights(reads, familyId);
  const own = lights.find(({ id }) => id === personId);
  return {
    own: own ? ownView(own, now) : null,
    others: lights
      .filter((light) => light !== own)
      .flatMap((light) => {
        const { id, name, wavedBy } = light;
        const litAt = litToday(light, now);
        const haveYouWaved = wavedBy.some((waver) => waver.id === personId);
        return litAt ? [{ person: { id, name }, litAt: litAt.toISOString(), haveYouWaved }] : [];
      }),
  };
}

/** Finds when the lights of a family go out, or are awaited. */
export async function findNextLightChange(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const timeZone = await queries.findZoneOfLights(db, familyId);
  return timeZone === undefined ? null : nextBoundary(now, timeZone);
}

// The tap, and the waves that come back

async function lockOwnLight(trx: Db, key: queries.LightKey) {
  const light = await queries.lockLight(trx, key);
  if (!light) throw new NotFound("You don't use your light at the moment.");
  return light;
}

/** A tap that waited on the device counts from when it was made, but never for another day than today. */
export const turnOn = ({ database, clock }: World, member: Member, at: Date): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const key = keyOf(member);
    const light = await lockOwnLight(trx, key);
    const now = clock.now();
    const begins = beginningOfDay(now, light.timeZone);
    const tappedAt = at < now ? at : now;
    if (!begins || tappedAt < begins) return;
    const litAt = litToday(light, now);
    if (litAt && litAt <= tappedAt) return;
    if (!litAt) await queries.deleteWaves(trx, key);
    await queries.updateLight(trx, key, { lit_at: tappedAt });
    await publish(trx, member.familyId, "lights");
  });

/** A use of the app counts like the light for those who would be told. No screen shows it. */
export const noteUse = ({ database, clock }: World, member: Member): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const light = await lockOwnLight(trx, keyOf(member));
    const now = clock.now();
    if (!usedToday(light, now)) await queries.updateLight(trx, keyOf(member), { used_at: now });
  });

/** A second wave on the same day changes nothing. */
export const waveTo = (
  { database, clock }: World,
  { familyId, id: wavedBy }: Member,
  personId: number,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const light = await queries.lockLight(trx, { familyId, personId });
    if (!light) throw new NotFound();
    const now = clock.now();
    if (!litToday(light, now)) throw new Conflict("This light has gone out.");
    const wave = { family_id: familyId, person_id: personId, waved_by: wavedBy, at: now };
    if (await queries.insertWave(trx, wave)) await publish(trx, familyId, "lights");
  });

// What a grandparent chooses

export async function ownLight(world: World, member: Member): Promise<OwnLight> {
  const { reads } = world.database;
  const [light, contacts, members] = await Promise.all([
    queries.findLight(reads, keyOf(member)),
    queries.findContacts(reads, keyOf(member)),
    channelsOf(world, member.familyId),
  ]);
  const turnedOff = contacts.filter(({ wantsMessages }) => !wantsMessages).map(({ contactId }) => contactId);
  const messagesOf = ({ personId, channels }: (typeof members)[number]) => {
    if (turnedOff.includes(personId)) return "turned-off";
    return writtenChannels.some((channel) => channels.includes(channel)) ? "reachable" : "unreachable";
  };
  return {
    chosen: light
      ? {
          usualTime: light.usualTime,
          contactIds: contacts.map(({ contactId }) => contactId),
          awayUntil: isAway(light, world.clock.now()) ? light.awayUntil : null,
        }
      : null,
    helpers: members
      .filter(({ role }) => role !== "grandparent")
      .map((helper) => ({ id: helper.personId, name: helper.name, messages: messagesOf(helper) })),
  };
}

/** Whoever chooses something about their light is using the app, so nobody is told today that it stays dark. */
export const chooseLight = (
  { database, clock }: World,
  member: Member,
  { usualTime, contactIds }: ChosenLight,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const { familyId } = member;
    const [key, now] = [keyOf(member), clock.now()];
    const helperIds = await queries.findHelperIds(trx, familyId, contactIds);
    if (contactIds.some((id) => !helperIds.includes(id))) {
      const gone = "Somebody that you chose is no longer a helper in your family. Please choose again.";
      throw new Invalid(gone, { contactIds: gone });
    }
    const timeZone = await findTimeZone(trx, familyId);
    await queries.upsertLight(trx, {
      family_id: familyId,
      person_id: member.id,
      usual_time: usualTime,
      used_at: now,
      check_at: nextUsualTime({ timeZone, usualTime }, now),
    });
    await queries.replaceContacts(trx, key, contactIds);
    await wake(trx, checkQueue);
    await publish(trx, familyId, "lights");
  });

export const endLight = ({ database }: World, member: Member): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    if (await queries.deleteLight(trx, keyOf(member))) await publish(trx, member.familyId, "lights");
  });

export const pauseLight = (
  { database, clock }: World,
  member: Member,
  awayUntil: string | null,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const { timeZone } = await lockOwnLight(trx, keyOf(member));
    if (awayUntil !== null && awayUntil < todayIn(timeZone, clock.now())) {
      const past = "Please choose today or a later day";
      throw new Invalid(past, { awayUntil: past });
    }
    await queries.updateLight(trx, keyOf(member), { away_until: awayUntil });
    await publish(trx, member.familyId, "lights");
  });

// What a helper chooses

export async function messageChoices(
  { reads }: Database,
  { familyId, id: contactId }: Member,
): Promise<LightMessages[]> {
  const found = await queries.findMessageChoices(reads, familyId, contactId);
  return found.map(({ id, name, wantsMessages }) => ({ person: { id, name }, areOn: wantsMessages }));
}

export const chooseMessages = (
  { database }: World,
  { familyId, id: contactId }: Member,
  { personId, areOn }: { personId: number; areOn: boolean },
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const choice = { contactId, wantsMessages: areOn };
    if (!(await queries.setMessageChoice(trx, { familyId, personId }, choice))) throw new NotFound();
    await publish(trx, familyId, "lights");
  });

// The check at the usual time

/** Tells the contacts if the light stays dark, and forgets what is older than today. */
async function check(world: World, trx: Db, key: queries.LightKey): Promise<void> {
  const light = await queries.lockLight(trx, key);
  if (!light) return;
  if (light.role !== "grandparent") {
    await queries.deleteLight(trx, key);
    return;
  }
  const now = world.clock.now();
  const today = todayIn(light.timeZone, now);
  const isTold = light.toldOn === today;
  const tellAt = isTold || !light.isOn ? undefined : tellingTime(light, now);
  if (tellAt) await tellContacts(trx, key, { day: today, dueAt: tellAt, now });
  const litAt = litToday(light, now);
  if (!litAt) await queries.deleteWaves(trx, key);
  await queries.updateLight(trx, key, {
    lit_at: litAt ?? null,
    used_at: usedToday(light, now) ?? null,
    told_on: isTold || tellAt ? today : null,
    check_at: nextUsualTime(light, now),
  });
}

export const lightChecks = new RowQueue({
  name: checkQueue,
  rows: { table: "lights", keys: ["family_id", "person_id"], due: "check_at" },
  concurrency: 2,
  process: (world, { family_id: familyId, person_id: personId }) =>
    world.database.kysely.transaction().execute((trx) => check(world, trx, { familyId, personId })),
});

/** After a family's clock has changed, the times of its checks are others. */
export async function recheckLights(trx: Db, familyId: number): Promise<void> {
  await queries.makeChecksDue(trx, familyId);
  await wake(trx, checkQueue);
}
