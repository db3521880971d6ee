// Ben set, and Rose answered, the question of the last Sunday on which it is no longer asked.
import { giveHelloWords, loveHello } from "#contract/hellos.ts";
import { setNextQuestion } from "#contract/questions.ts";
import { sundayAskedOn } from "#server/features/questions/question-week.ts";
import type { Family, Stage, StoryClock } from "./people.ts";

const question = "What did your kitchen smell like on a Sunday?";
const words = "Of onion soup. My mother stirred it, and I was allowed to grate the cheese.";

/** Returns its Wednesday, so that the answer is in the letter of this week. */
export const dayOfAnswer = (clock: StoryClock): number | undefined =>
  [-1, -2, -3, -4, -5, -6, -7].find((days) => {
    const sunday = sundayAskedOn(clock.day(days));
    return sunday !== undefined && sunday !== sundayAskedOn(clock.day(0));
  });

export async function answerQuestion({ clock }: Stage, { rose, anna, ben }: Family): Promise<void> {
  const day = dayOfAnswer(clock);
  const sunday = day === undefined ? undefined : sundayAskedOn(clock.day(day));
  if (day === undefined || sunday === undefined) return;
  clock.go(day - 5, "18:20");
  await ben.guest.call(setNextQuestion, { body: { sunday, text: question } });
  clock.go(day, "19:10");
  const { id } = await rose.guest.call(giveHelloWords, {
    headers: { "idempotency-key": "question" },
    body: { sunday, words },
  });
  clock.pass(25);
  await anna.guest.call(loveHello, { params: { id }, body: { isLoved: true } });
}
