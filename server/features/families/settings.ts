import type { RecordedChange } from "#contract/activity.ts";
import type { Family, FamilySettings } from "#contract/families.ts";
import { familySwitches } from "#contract/family-switches.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { switchColumns } from "#server/platform/db/family-switches.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { type FamilyEvents, familyOf } from "./families.ts";
import { findFamilySettings, lockFamily, updateFamilySettings } from "./queries.ts";
import { knownTimeZone } from "./time-zones.ts";

type Columns = Partial<NewRow<"families">>;

async function columnsOf(db: Db, settings: FamilySettings): Promise<Columns> {
  const { name, timeZone, country, puzzleLibrary } = settings;
  const switches = familySwitches.map((each) => [switchColumns[each], settings[each]] as const);
  return {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { time_zone: await knownTimeZone(db, timeZone) }),
    ...(country !== undefined && { country }),
    ...(puzzleLibrary !== undefined && { has_puzzle_library: puzzleLibrary }),
    ...Object.fromEntries(switches.filter(([, isOn]) => isOn !== undefined)),
  };
}

/** Saving a setting without changing its value is not a change. */
function changesOf(from: Row<"families">, to: Row<"families">): RecordedChange[] {
  const changes: RecordedChange[] = [];
  if (to.name !== from.name) changes.push({ kind: "family-renamed", from: from.name, to: to.name });
  if (to.time_zone !== from.time_zone)
    changes.push({ kind: "time-zone-changed", from: from.time_zone, to: to.time_zone });
  if (to.country !== from.country)
    changes.push({ kind: "country-changed", from: from.country, to: to.country });
  if (to.has_puzzle_library !== from.has_puzzle_library)
    changes.push({ kind: "puzzle-library-changed", isOn: to.has_puzzle_library });
  for (const name of familySwitches) {
    const isOn = to[switchColumns[name]];
    if (isOn !== from[switchColumns[name]]) changes.push({ kind: "family-switch-changed", name, isOn });
  }
  return changes;
}

async function update(trx: Db, { familyId, id: personId }: Member, columns: Columns, at: Date) {
  await lockFamily(trx, familyId);
  const before = await findFamilySettings(trx, familyId);
  const after = await updateFamilySettings(trx, familyId, columns);
  for (const change of changesOf(before, after))
    await recordActivity(trx, { familyId, personId, at }, change);
}

/** The name is part of every member's account, and another time zone can mean another day. */
const changed: readonly LiveEvent[] = [
  ...([
    "family",
    "account",
    "calendar-events",
    "hellos",
    "lights",
    "questions",
    "puzzles",
    "local-events",
  ] as const),
];

export async function changeFamily(
  { database, clock }: World,
  events: FamilyEvents,
  member: Member,
  settings: FamilySettings,
): Promise<Family> {
  const columns = await columnsOf(database.kysely, settings);
  if (Object.keys(columns).length > 0) {
    await database.kysely.transaction().execute(async (trx) => {
      await update(trx, member, columns, clock.now());
      if (columns.time_zone !== undefined) await events.timeZoneChanged(trx, member.familyId);
      await publish(trx, member.familyId, ...changed);
    });
  }
  return await familyOf(database, member);
}
