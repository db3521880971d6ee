// How much people may store in files: pictures and voice messages. It is counted in the database, over all sessions and
// servers. Words are never counted, so a family without room for pictures still asks for help.
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { countBytes, deleteStoredBytes, findOwnQuota, sumFamilyFiles } from "./queries.ts";

const bytesInMegabyte = 1_000_000;

const inWords = (megabytes: number): string => `${megabytes.toLocaleString("en-US")} MB`;

type Counting = Pick<World, "config" | "clock">;

/** Rounded up, so that nothing looks like room that is not there. */
export const storageOf = async ({ database, config }: World, familyId: number) => ({
  usedMegabytes: Math.ceil((await sumFamilyFiles(database.kysely, familyId)) / bytesInMegabyte),
  maxMegabytes: (await findOwnQuota(database.kysely, familyId)) ?? config.limits.storedMegabytes,
});

interface NewFiles {
  readonly personId: number;
  /** Null for a person's own picture, which belongs to no family. */
  readonly familyId: number | null;
  readonly bytes: number;
}

/** Refuses files for which there is no room. Call it in the transaction that stores them, before it does. */
export async function countStoredFiles(
  { config, clock }: Counting,
  trx: Db,
  { personId, familyId, bytes }: NewFiles,
): Promise<void> {
  const { storedMegabytes, storedMegabytesPerDay, storedMegabytesPerPersonPerDay } = config.limits;
  const now = clock.now();
  const since = new Date(now.getTime() - dayMs);
  const { ofPerson, ofFamily, inAll, ownQuota } = await countBytes(trx, {
    personId,
    familyId,
    bytes,
    now,
    since,
  });
  if (ofPerson > storedMegabytesPerPersonPerDay * bytesInMegabyte)
    throw new Conflict(
      "You've stored as many pictures and voice messages as you can in a day. Please try again tomorrow. Words still go through.",
    );
  if (ofFamily > storedMegabytesPerDay * bytesInMegabyte)
    throw new Conflict(
      "Your family has stored as many pictures and voice messages as it can in a day. Please try again tomorrow. Words still go through.",
    );
  const maxMegabytes = ownQuota ?? storedMegabytes;
  if (inAll > maxMegabytes * bytesInMegabyte)
    throw new Conflict(
      `Your family's pictures and voice messages fill the ${inWords(maxMegabytes)} that it has here. Please delete some first. Words still go through.`,
    );
}

/** Deletes what no longer counts toward a day. */
export async function deleteOldStoredBytes({ database, clock }: World): Promise<void> {
  await deleteStoredBytes(database.kysely, new Date(clock.now().getTime() - dayMs));
}
