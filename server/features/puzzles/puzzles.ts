import type { Received } from "#contract/endpoint.ts";
import type { createPuzzle, ListedPuzzle, Puzzle } from "#contract/puzzles.ts";
import { findDay } from "#server/features/families/queries.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { deletePuzzle, findPuzzles, insertPuzzle, setActive, storedPuzzles } from "./queries.ts";
import { daysUntilTurn, toPuzzle } from "./todays-puzzle.ts";

export async function puzzlesOf(
  { reads }: Database,
  { familyId }: Member,
  now: Date,
): Promise<ListedPuzzle[]> {
  const [rows, day] = await Promise.all([findPuzzles(reads, familyId), findDay(reads, familyId, now)]);
  const activeIds = rows.filter((row) => row.is_active).map(({ id }) => id);
  const turnOf = (id: number): string => {
    // The newest row is the first one here, and the last one to take its turn.
    const place = activeIds.length - 1 - activeIds.indexOf(id);
    return Temporal.PlainDate.from(day)
      .add({ days: daysUntilTurn(place, activeIds.length, day) })
      .toString();
  };
  return rows.map((row) => ({ ...toPuzzle(row), nextOn: row.is_active ? turnOf(row.id) : null }));
}

export async function addPuzzle(
  { database, clock, config }: World,
  member: Member,
  { question, options, correctAnswer, isActive, date }: Received<typeof createPuzzle>["body"],
): Promise<Puzzle> {
  const { familyId } = member;
  const row = {
    family_id: familyId,
    question,
    options,
    correct_answer: correctAnswer,
    is_active: isActive,
    created_at: date ? new Date(date) : clock.now(),
  };
  return await database.kysely.transaction().execute(async (trx) => {
    await refuseBeyondLimit(trx, familyId, {
      max: config.limits.puzzlesPerFamily,
      stored: storedPuzzles(familyId),
      rowsName: "puzzles of your own",
    });
    const added = await insertPuzzle(trx, row);
    await publish(trx, familyId, "puzzles");
    return toPuzzle(added);
  });
}

export async function switchPuzzle(db: Db, member: Member, id: number, isActive: boolean): Promise<Puzzle> {
  return await db.transaction().execute(async (trx) => {
    const switched = await setActive(trx, { familyId: member.familyId, id }, isActive);
    if (!switched) throw new NotFound();
    await publish(trx, member.familyId, "puzzles");
    return toPuzzle(switched);
  });
}

export async function removePuzzle(db: Db, { familyId }: Member, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deletePuzzle(trx, { familyId, id }))) throw new NotFound();
    await publish(trx, familyId, "puzzles");
  });
}
