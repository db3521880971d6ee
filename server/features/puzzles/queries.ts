import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { dayOfFamily } from "#server/features/families/queries.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

type Puzzle = Row<"puzzles">;

interface Reader {
  readonly familyId: number;
  readonly personId: number;
}

/**
 * The family's day with the number of its active puzzles, the reader's days in a row, and who has solved a puzzle today:
 * the reader, and those grandparents who share it.
 */
export const findToday = (db: Db, { familyId, personId }: Reader, now: Date) =>
  db
    .with("today", (cte) =>
      cte
        .selectFrom("families")
        .select(["id as family_id", "has_puzzle_library", dayOfFamily(now).as("day")])
        .where("id", "=", familyId),
    )
    .selectFrom("today")
    .select(["day", "has_puzzle_library as hasLibrary"])
    .select((select) => [
      select
        .selectFrom("puzzles")
        .select((columns) => columns.fn.countAll<number>().as("count"))
        .where("family_id", "=", familyId)
        .where("is_active", "=", true)
        .as("activeCount"),
      select
        .selectFrom("puzzle_answers as a")
        .select((columns) => columns.fn.max("a.days_in_row").as("days"))
        .where("a.family_id", "=", familyId)
        .where("a.person_id", "=", personId)
        .where(sql<boolean>`a.answered_on between today.day - 1 and today.day`)
        .as("daysInARow"),
      jsonArrayFrom(
        select
          .selectFrom("memberships as m")
          .innerJoin("people as p", "p.id", "m.person_id")
          .innerJoin("puzzle_answers as a", (join) =>
            join.onRef("a.family_id", "=", "m.family_id").onRef("a.person_id", "=", "m.person_id"),
          )
          .select(["a.puzzle_id as puzzleId", "p.id as personId", "p.username as name"])
          .where("m.family_id", "=", familyId)
          .whereRef("a.answered_on", "=", "today.day")
          .where("a.days_in_row", ">", 0)
          .where(({ and, eb, or }) =>
            or([
              eb("p.id", "=", personId),
              and([eb("m.role", "=", "grandparent"), eb("p.shares_puzzle", "=", true)]),
            ]),
          )
          .orderBy("a.answered_at"),
      ).as("solutions"),
    ])
    .executeTakeFirst();

/** Finds an active puzzle by its place among the family's active ones. */
export const findActivePuzzle = (db: Db, familyId: number, place: number): Promise<Puzzle | undefined> =>
  db
    .selectFrom("puzzles")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("is_active", "=", true)
    .orderBy("id")
    .offset(place)
    .limit(1)
    .executeTakeFirst();

/** Newest first. */
export const findPuzzles = (db: Db, familyId: number): Promise<Puzzle[]> =>
  db.selectFrom("puzzles").selectAll().where("family_id", "=", familyId).orderBy("id", "desc").execute();

/** The rows that count toward the limit of puzzles. */
export const storedPuzzles = (familyId: number) => sql`puzzles where family_id = ${familyId}`;

export const insertPuzzle = (db: Db, puzzle: NewRow<"puzzles">): Promise<Puzzle> =>
  db.insertInto("puzzles").values(puzzle).returningAll().executeTakeFirstOrThrow();

interface PuzzleKey {
  readonly familyId: number;
  readonly id: number;
}

export const setActive = (
  db: Db,
  { familyId, id }: PuzzleKey,
  isActive: boolean,
): Promise<Puzzle | undefined> =>
  db
    .updateTable("puzzles")
    .set({ is_active: isActive })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Returns whether there was such a puzzle. */
export async function deletePuzzle(db: Db, { familyId, id }: PuzzleKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("puzzles")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The days in a row that the person's answers of these days have reached. */
export async function findDaysInARow(
  db: Db,
  { familyId, personId }: Reader,
  { from, until = "infinity" }: { from: string; until?: string },
): Promise<number> {
  const { days } = await db
    .selectFrom("puzzle_answers")
    .select((select) => select.fn.max<number | null>("days_in_row").as("days"))
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .where("answered_on", ">=", from)
    .where("answered_on", "<=", until)
    .executeTakeFirstOrThrow();
  return days ?? 0;
}

/** Returns the days in a row that count now. Answers after the solution change nothing, and return nothing. */
export const upsertAnswer = (db: Db, answer: NewRow<"puzzle_answers">) =>
  db
    .insertInto("puzzle_answers")
    .values(answer)
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "person_id", "answered_on", "puzzle_id"])
        .doUpdateSet({
          days_in_row: (set) => set.ref("excluded.days_in_row"),
          answered_at: answer.answered_at,
        })
        .where("puzzle_answers.days_in_row", "=", 0),
    )
    .returning("days_in_row")
    .executeTakeFirst();

export async function sharesPuzzle(db: Db, personId: number): Promise<boolean> {
  const { shares_puzzle } = await db
    .selectFrom("people")
    .select("shares_puzzle")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  return shares_puzzle;
}

export const setSharesPuzzle = (db: Db, personId: number, sharesPuzzle: boolean) =>
  db.updateTable("people").set({ shares_puzzle: sharesPuzzle }).where("id", "=", personId).execute();
