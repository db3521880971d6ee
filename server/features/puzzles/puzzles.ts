import { sql } from "kysely";
import type { Received } from "#contract/endpoint.ts";
import type { createPuzzle, ListedPuzzle, Puzzle } from "#contract/puzzles.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { withTurns } from "./todays-puzzle.ts";

const toPuzzle = (row: Row<"puzzles">): Puzzle => ({
  id: row.id,
  question: row.question,
  options: row.options,
  correctAnswer: row.correct_answer,
  isActive: row.is_active,
  date: row.created_at.toISOString(),
});

const listPuzzles = {
  name: "list-puzzles",
  text: `${withTurns}
    select puzzles.*, turns.next_on from puzzles left join turns using (id)
    where family_id = $1 order by id desc`,
};

type ListedRow = Row<"puzzles"> & { next_on: string | null };

export async function puzzlesOf(database: Database, member: Member, now: Date): Promise<ListedPuzzle[]> {
  const rows = await database.read<ListedRow>(listPuzzles, [member.familyId, now]);
  return rows.map((row) => ({ ...toPuzzle(row), nextOn: row.next_on }));
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
    const stored = sql`puzzles where family_id = ${familyId}`;
    await refuseBeyondLimit(trx, familyId, {
      max: config.limits.puzzlesPerFamily,
      stored,
      rowsName: "puzzles of your own",
    });
    const added = await trx.insertInto("puzzles").values(row).returningAll().executeTakeFirstOrThrow();
    await publish(trx, familyId, "puzzles");
    return toPuzzle(added);
  });
}

export async function switchPuzzle(db: Db, member: Member, id: number, isActive: boolean): Promise<Puzzle> {
  return await db.transaction().execute(async (trx) => {
    const switched = await trx
      .updateTable("puzzles")
      .set({ is_active: isActive })
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (!switched) throw new NotFound();
    await publish(trx, member.familyId, "puzzles");
    return toPuzzle(switched);
  });
}

export async function deletePuzzle(db: Db, member: Member, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("puzzles")
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw new NotFound();
    await publish(trx, member.familyId, "puzzles");
  });
}
