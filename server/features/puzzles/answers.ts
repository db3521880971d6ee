import type { Answer, Received } from "#contract/endpoint.ts";
import { isRightAnswer } from "#contract/puzzle-answer.ts";
import type { answerPuzzle } from "#contract/puzzles.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { findDaysInARow, setSharesPuzzle, sharesPuzzle, upsertAnswer } from "./queries.ts";
import { todaysPuzzle } from "./todays-puzzle.ts";

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

interface Given {
  puzzleId: number;
  isCorrect: boolean;
  /** The family's day, YYYY-MM-DD. */
  day: string;
  at: Date;
}

/** Returns whether this answer solved it. Answers after the solution change nothing. */
async function store(db: Db, member: Member, { puzzleId, isCorrect, day, at }: Given): Promise<boolean> {
  const reader = { familyId: member.familyId, personId: member.id };
  const yesterday = dayBefore(day);
  const daysBefore = await findDaysInARow(db, reader, { from: yesterday, until: yesterday });
  const stored = await upsertAnswer(db, {
    family_id: member.familyId,
    person_id: member.id,
    answered_on: day,
    puzzle_id: puzzleId,
    days_in_row: isCorrect ? daysBefore + 1 : 0,
    answered_at: at,
  });
  return stored !== undefined && stored.days_in_row > 0;
}

/** Refreshes the family's screens, or only the person's own if they do not share the solution. */
async function publishSolution(db: Db, member: Member): Promise<void> {
  if (member.role === "grandparent" && (await sharesPuzzle(db, member.id)))
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
    // A streak that ends yesterday still counts until today is over.
    const reader = { familyId: member.familyId, personId: member.id };
    const daysInARow = await findDaysInARow(trx, reader, { from: dayBefore(day) });
    return { isCorrect, correctAnswer, daysInARow };
  });
}

/** Decides whether the families of a grandparent may see when they solve the puzzle. */
export async function changeSharing(db: Db, person: Person, isShared: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await setSharesPuzzle(trx, person.id, isShared);
    await publish(trx, { familiesOf: person.id }, "puzzles");
  });
}
