// A family moves from this cell to another one. It is locked only while its rows are read and the other cell tries whether it
// can take them. Then they are kept here, sealed, until the other cell has stored them, so that nothing is lost whichever of
// the two is killed.
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { eraseAccount } from "#server/features/accounts/personal-data.ts";
import { disbandFamily } from "#server/features/families/departures.ts";
import { deleteRows } from "#server/features/families/personal-data.ts";
import { allowLongStatements } from "#server/features/families/queries.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import { Conflict } from "#server/platform/errors.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import { ask, NotNow } from "../questions.ts";
import { FamilyContent, findMedia, findOwners, lockContent } from "./content.ts";
import { sendMedia } from "./media.ts";
import { familyQuestion } from "./questions.ts";
import { type Owners, ofDevices } from "./tables.ts";

/** While this cell is busy with a family, its people wait. They would rather hear that they should try again. */
const maxLockWaitMs = 3_000;
/** The worker delivers what the command did not. */
const workerWaitMs = 30_000;

const maxAttempts = 10;
const attemptPauseMs = 1_000;

/** Something of the family is under way, which takes seconds. */
class Busy extends Conflict {}

/** A message that a server is sending would be sent again by the other cell. */
async function refuseWhileBusy(trx: Db, familyId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ isBusy: boolean }>`
    select exists (select from messages where family_id = ${familyId} and lease_until > ${now})
      or exists (select from phone_recordings where family_id = ${familyId}) as "isBusy"`.execute(trx);
  if (rows[0]?.isBusy) throw new Busy("Something of this family is being sent or fetched. Please try again.");
}

const rememberDevices = (trx: Db, { familyId, movers }: Owners) =>
  trx
    .insertInto("moved_sessions")
    .columns(["token_hash", "moved_family_id"])
    .expression(
      trx
        .selectFrom("sessions")
        .select(["token_hash", sql<number>`${familyId}::integer`.as("family")])
        .where(sql<boolean>`person_id = any (${[...movers]}::integer[])`),
    )
    .execute();

/** Somebody who was once in another family here keeps their name beside what they did in it, and nothing else. */
async function removeAccount(trx: Db, personId: number): Promise<void> {
  const before = trx.selectFrom("participants").select("family_id").where("person_id", "=", personId);
  if (!(await before.limit(1).executeTakeFirst())) return await eraseAccount(trx, personId);
  const nothing = { phone_number: null, call_number: null, email: null, password_hash: null };
  await trx.updateTable("people").set(nothing).where("id", "=", personId).execute();
  for (const table of ofDevices)
    await sql`delete from ${sql.table(table)} where person_id = ${personId}`.execute(trx);
}

async function removeFamily(trx: Db, owners: Owners): Promise<void> {
  const { familyId, movers } = owners;
  await rememberDevices(trx, owners);
  await disbandFamily(trx, familyId);
  await deleteRows(trx, familyId);
  // The other cell goes on with the connections to calendars, so they must not be revoked.
  await trx.deleteFrom("calendar_revocations").where("family_id", "=", familyId).execute();
  for (const personId of movers) await removeAccount(trx, personId);
}

interface Move {
  readonly familyId: number;
  /** The address of the other cell. */
  readonly origin: string;
}

const hostOf = ({ config }: World): string => new URL(config.publicUrl).host;

const tell = (world: World, origin: string, content: FamilyContent, isRehearsal: boolean) =>
  ask(world, origin, familyQuestion, { content, from: hostOf(world), isRehearsal });

/** In one transaction, the family is gone here, and its rows are on their way. */
async function depart(world: World, { familyId, origin }: Move, sent: Set<number>): Promise<FamilyContent> {
  const { database, secrets, clock } = world;
  return await database.deletions.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await sql`set local lock_timeout = ${sql.lit(maxLockWaitMs)}`.execute(trx);
    const { content, owners } = await lockContent(trx, secrets, familyId);
    await refuseWhileBusy(trx, familyId, clock.now());
    await sendMedia(world, origin, content.media, sent);
    await tell(world, origin, content, true);
    const now = clock.now();
    const moved = {
      origin,
      moved_at: now,
      sealed_content: secrets.seal(gzipSync(JSON.stringify(content))),
      due_at: new Date(now.getTime() + workerWaitMs),
    };
    await trx
      .insertInto("moved_families")
      .values({ id: familyId, ...moved })
      .execute();
    await removeFamily(trx, owners);
    return content;
  });
}

async function deliver(world: World, { familyId, origin }: Move, content: FamilyContent): Promise<void> {
  await tell(world, origin, content, false);
  await world.database.kysely
    .updateTable("moved_families")
    .set({ sealed_content: null, due_at: null })
    .where("id", "=", familyId)
    .execute();
}

const mayPass = (error: unknown): boolean =>
  error instanceof Busy || error instanceof NotNow || (error instanceof Error && isUnavailable(error));

/** Tries again when the family or one of the cells is busy at this moment. */
async function departSoon(world: World, move: Move, sent: Set<number>): Promise<FamilyContent> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await depart(world, move, sent);
    } catch (error) {
      if (attempt === maxAttempts || !mayPass(error)) throw error;
      await pause(attemptPauseMs);
    }
  }
}

/** The server's worker goes on at once. */
async function leaveToWorker({ database: { kysely }, clock }: World, familyId: number): Promise<void> {
  const due = kysely.updateTable("moved_families").set({ due_at: clock.now() });
  await due.where("id", "=", familyId).where("due_at", "is not", null).execute();
  await wake(kysely, familyMoves.name);
}

/**
 * Moves a family to the cell at this address. Throws without any change if that cell cannot take it. Returns false if it
 * did not answer after that, so that the family is still on its way.
 */
export async function moveFamily(world: World, move: Move): Promise<boolean> {
  const { kysely } = world.database;
  const sent = new Set<number>();
  const files = await findMedia(kysely, await findOwners(kysely, move.familyId));
  await sendMedia(world, move.origin, files, sent);
  const content = await departSoon(world, move, sent);
  try {
    await deliver(world, move, content);
    return true;
  } catch (err) {
    world.log.error({ err, ...move }, "a family is still on its way to another cell");
    await leaveToWorker(world, move.familyId);
    return false;
  }
}

async function deliverAgain(
  world: World,
  { id, origin, sealed_content }: Row<"moved_families">,
): Promise<void> {
  if (!sealed_content) return;
  const content = FamilyContent.parse(
    JSON.parse(gunzipSync(world.secrets.openBytes(sealed_content)).toString()),
  );
  await deliver(world, { familyId: id, origin }, content);
}

/** Families whose rows are still on their way, such as because a server was killed. */
export const familyMoves = new RowQueue({
  name: "family-moves",
  rows: { table: "moved_families", keys: ["id"], due: "due_at" },
  concurrency: 1,
  process: deliverAgain,
});
