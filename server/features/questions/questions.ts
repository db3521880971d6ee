// The weekly question. A helper can set the one of next Sunday. Otherwise it is one of the built-in questions.
import type { NextQuestion, Question } from "#contract/questions.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { findDay, lockFamily } from "#server/features/families/queries.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { deleteQuestion, findDayAndAnswer, findOwn, upsertQuestion } from "./queries.ts";
import { builtInQuestion, isSunday, nextSunday, sundayAskedOn } from "./question-week.ts";

async function questionOf(db: Db, familyId: number, sunday: string): Promise<NextQuestion> {
  const { text, countBefore } = await findOwn(db, familyId, sunday);
  return { sunday, text: text ?? builtInQuestion(sunday, countBefore), isOwn: text !== null };
}

export async function currentQuestion(
  { reads }: Database,
  member: Member,
  now: Date,
): Promise<Question | null> {
  const { familyId, id: personId, role } = member;
  // The family gets the answers as hellos.
  if (role !== "grandparent" || !member.has("weeklyQuestion") || !member.has("hellos")) return null;
  const { day, answeredSunday } = await findDayAndAnswer(reads, familyId, personId, now);
  const sunday = sundayAskedOn(day);
  if (sunday === undefined || sunday === answeredSunday) return null;
  const { text } = await questionOf(reads, familyId, sunday);
  return { sunday, text };
}

export async function nextQuestion(
  { reads }: Database,
  { familyId }: Member,
  now: Date,
): Promise<NextQuestion> {
  return await questionOf(reads, familyId, nextSunday(await findDay(reads, familyId, now)));
}

interface Setting {
  readonly sunday: string;
  readonly text: string | null;
}

/** A question that is being asked stays as it is, because somebody may be answering it. */
export const setNext = (
  { database, clock }: World,
  { familyId, id: personId }: Member,
  { sunday, text }: Setting,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const at = clock.now();
    await lockFamily(trx, familyId);
    if (sunday !== nextSunday(await findDay(trx, familyId, at)))
      throw new Conflict("That Sunday has come. Please set the question of the next one.");
    const before = await questionOf(trx, familyId, sunday);
    if (text === (before.isOwn ? before.text : null)) return;
    if (text === null) await deleteQuestion(trx, familyId, sunday);
    else await upsertQuestion(trx, familyId, { sunday, text });
    await recordActivity(trx, { familyId, personId, at }, { kind: "question-set", question: text });
    await publish(trx, familyId, "questions");
  });

/** Finds the question that an answer is to. It may have waited on a device for days. */
export async function findAskedQuestion(
  db: Db,
  familyId: number,
  sunday: string,
  now: Date,
): Promise<string> {
  if (!isSunday(sunday) || sunday > (await findDay(db, familyId, now))) {
    const wrong = "Nobody has asked this question yet.";
    throw new Invalid(wrong, { sunday: wrong });
  }
  return (await questionOf(db, familyId, sunday)).text;
}
