import { sql } from "kysely";
import type { Answer, Received } from "#contract/endpoint.ts";
import { isRightAnswer } from "#contract/puzzle-answer.ts";
import type { answerPuzzle } from "#contract/puzzles.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { todaysPuzzle } from "./todays-puzzle.ts";

interface Given {
  puzzleId: number;
  isCorrect: boolean;
  /** The family's day, YYYY-MM-DD. */
  day: string;
  at: Date;
}

/** A streak that ends yesterday still counts until today is over. */
async function daysInARow(db: Db, member: Member, day: string): Promise<number> {
  const { days } = await db
    .selectFrom("puzzle_answers")
    .select((select) => select.fn.max("days_in_row").as("days"))
    .where("family_id", "=", member.familyId)
    .where("person_id", "=", member.id)
    .where("answered_on", ">=", sql<string>`${day}::date - 1`)
    .executeTakeFirstOrThrow();
  return days ?? 0;
}

/** Returns whether this answer solved it. Answers after the solution change nothing. */
async function store(db: Db, member: Member, { puzzleId, isCorrect, day, at }: Given): Promise<boolean> {
  const days = isCorrect
    ? sql<number>`1 + coalesce((
        select max(days_in_row) from puzzle_answers
        where family_id = ${member.familyId} and person_id = ${member.id} and answered_on = ${day}::date - 1
      ), 0)`
    : 0;
  const stored = await db
    .insertInto("puzzle_answers")
    .values({
      family_id: member.familyId,
      person_id: member.id,
      answered_on: day,
      puzzle_id: puzzleId,
      days_in_row: days,
      answered_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "person_id", "answered_on", "puzzle_id"])
        .doUpdateSet({ days_in_row: (set) => set.ref("excluded.days_in_row"), answered_at: at })
        .where("puzzle_answers.days_in_row", "=", 0),
    )
    .returning("days_in_row")
    .executeTakeFirst();
  return stored !== undefined && stored.days_in_row > 0;
}

/** Refreshes the family's screens, or only the person's own if they do not share the solution. */
async function publishSolution(db: Db, member: Member): Promise<void> {
  if (member.role === "grandparent" && (await sharesPuzzle(db, member)))
    await publish(db, member.familyId, "puzzles");
  else await publish(db, { personId: member.id }, "puzzles");
}

export async function answerTodaysPuzzle(
  { database, clock }: World,
  member: Member,
  { puzzleId, answer }: Received<typeof answerPuzzle>["body"],
): Promise<Answer<typeof answerPuzzle>> {
  const at = clock.now();
  const today = await todaysPuzzle(database, member, at);
  if (today?.id !== puzzleId)
    throw new Conflict("This is no longer today's puzzle. Please look at the new one.");
  const { day, correctAnswer, options } = today;
  const wrong = "Please choose one of the answers.";
  if (!options.includes(answer)) throw new Invalid(wrong, { answer: wrong });
  const isCorrect = isRightAnswer(answer, today);
  return await database.kysely.transaction().execute(async (trx) => {
    const isSolved = await store(trx, member, { puzzleId, isCorrect, day, at });
    if (isSolved) await publishSolution(trx, member);
    return { isCorrect, correctAnswer, daysInARow: await daysInARow(trx, member, day) };
  });
}

// Whether a grandparent's families may see when they solve the puzzle.
export async function sharesPuzzle(db: Db, person: Person): Promise<boolean> {
  const { shares_puzzle } = await db
    .selectFrom("people")
    .select("shares_puzzle")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return shares_puzzle;
}

export async function changeSharing(db: Db, person: Person, isShared: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("people").set({ shares_puzzle: isShared }).where("id", "=", person.id).execute();
    await publish(trx, { familiesOf: person.id }, "puzzles");
  });
}
