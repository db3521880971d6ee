// The families of this server, as its operator sees them: sizes, dates and states, and nothing that a family wrote.
import { dayMs } from "#contract/durations.ts";
import type { OperatedFamilies, OperatedFamily } from "#contract/operator/families.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { NotFound } from "#server/platform/errors.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { findFamiliesByWords, findFamilyById, findNewestFamilies, updateQuota } from "./queries.ts";
import { beginnings } from "./search.ts";

const pageSize = 50;
const countedDays = 30;

type Row = Awaited<ReturnType<typeof findNewestFamilies>>[number];

const toView = (
  { config }: World,
  { ownQuota, createdAt, lastSeenAt, deletionDueAt, ...family }: Row,
): OperatedFamily => ({
  ...family,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  maxMegabytes: ownQuota ?? config.limits.storedMegabytes,
  hasOwnQuota: ownQuota !== null,
  deletionDueAt: deletionDueAt?.toISOString() ?? null,
});

const countedSince = ({ clock }: World): Date => new Date(clock.now().getTime() - countedDays * dayMs);

interface Wanted {
  readonly search?: string | undefined;
  /** The last family that the caller already has. */
  readonly before?: number | undefined;
}

async function findRows(world: World, { search = "", before }: Wanted): Promise<Row[]> {
  const { reads } = world.database;
  const since = countedSince(world);
  if (search.trim() === "") return await findNewestFamilies(reads, since, before, pageSize + 1);
  if (/^\d{1,9}$/.test(search)) return await findFamilyById(reads, since, Number(search));
  const words = beginnings(search);
  return words === "" ? [] : await findFamiliesByWords(reads, since, words, pageSize + 1);
}

/** Newest first. A search finds families by their number or by the beginnings of words in their names. */
export async function listFamilies(world: World, wanted: Wanted): Promise<OperatedFamilies> {
  const rows = await findRows(world, wanted);
  return {
    families: rows.slice(0, pageSize).map((row) => toView(world, row)),
    hasMore: rows.length > pageSize,
  };
}

/** Finds the one family that a number, a name or a part of one stands for. */
export async function findFamily(world: World, typed: string): Promise<OperatedFamily> {
  const words = typed.trim();
  const { families: found } = words === "" ? { families: [] } : await listFamilies(world, { search: words });
  const named = found.filter(({ name }) => name.toLowerCase() === words.toLowerCase());
  const meant = named.length > 0 ? named : found;
  const [family] = meant;
  if (!family)
    throw new Refused(
      `There is no family with the number or name "${words}". npm run porchlight -- families lists them.`,
    );
  if (meant.length > 1)
    throw new Refused(
      [
        `"${words}" matches several families. Please give the number of one:`,
        ...meant.map(({ id, name }) => `  ${id}  ${name}`),
      ].join("\n"),
    );
  return family;
}

/** Throws where there is no such family. */
export async function requireFamily(world: World, familyId: number): Promise<void> {
  const [found] = await findFamilyById(world.database.kysely, countedSince(world), familyId);
  if (!found) throw new NotFound();
}

/** With null, the family has what is set for all families. */
export async function setQuota(
  { database }: World,
  familyId: number,
  megabytes: number | null,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await updateQuota(trx, familyId, megabytes))) throw new NotFound();
    await publish(trx, familyId, "family");
  });
}
