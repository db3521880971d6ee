import type { Family, FamilySettings } from "#contract/families.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import { rereadFeeds } from "../feeds/feeds.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { familyOf } from "./families.ts";
import { knownTimeZone } from "./time-zones.ts";

const columnsOf = ({ name, timeZone, country, puzzleLibrary }: FamilySettings) => ({
  ...(name !== undefined && { name }),
  ...(timeZone !== undefined && { time_zone: knownTimeZone(timeZone) }),
  ...(country !== undefined && { country }),
  ...(puzzleLibrary !== undefined && { has_puzzle_library: puzzleLibrary }),
});

/** The name stands in everybody's account; in another time zone it may be another day. */
const changed: readonly LiveEvent[] = ["family", "account", "calendar-events", "puzzles", "local-events"];

export async function changeFamily(
  { database }: World,
  member: Member,
  settings: FamilySettings,
): Promise<Family> {
  const columns = columnsOf(settings);
  if (Object.keys(columns).length > 0) {
    await database.kysely.transaction().execute(async (trx) => {
      await trx.updateTable("families").set(columns).where("id", "=", member.familyId).execute();
      if (columns.time_zone !== undefined) await rereadFeeds(trx, member.familyId);
      await publish(trx, member.familyId, ...changed);
    });
  }
  return await familyOf(database, member);
}
