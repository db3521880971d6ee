import { expect, test } from "vitest";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { type Somebody, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const oneDay = 86_400_000;
const active = ({ client }: Somebody) => client.call(getActivePuzzle);

const add = ({ familyId }: Somebody, question: string, is_active = true) =>
  server()
    .database.kysely.insertInto("puzzles")
    .values({
      ...{ family_id: familyId, question, options: ["Red", "Green"], correct_answer: "Green" },
      ...{ is_active, created_at: server().clock.now() },
    })
    .execute();

async function questionsOf(somebody: Somebody, days: number): Promise<(string | undefined)[]> {
  const questions = [];
  for (let day = 0; day < days; day++) {
    questions.push((await active(somebody))?.question);
    server().clock.advance(oneDay);
  }
  return questions;
}

test("a family without puzzles has none today", async () => {
  const anna = await signUp(server());
  const carla = await signUp(server());
  await add(carla, "Whose is this?");
  await add(anna, "Not yet?", false);
  expect(await active(anna)).toBeNull();
});

test("the puzzle of the day comes with its options and answer", async () => {
  const anna = await signUp(server());
  await add(anna, "Which color is grass?");
  expect(await active(anna)).toEqual({
    ...{ id: expect.any(Number), question: "Which color is grass?", options: ["Red", "Green"] },
    ...{ correctAnswer: "Green", isActive: true, date: server().clock.now().toISOString() },
  });
});

test("the active puzzles take turns by day", async () => {
  const anna = await signUp(server());
  for (const question of ["First?", "Second?", "Third?"]) await add(anna, question);
  await add(anna, "Not yet?", false);
  const questions = await questionsOf(anna, 6);
  expect(new Set(questions.slice(0, 3))).toEqual(new Set(["First?", "Second?", "Third?"]));
  expect(questions.slice(3)).toEqual(questions.slice(0, 3));
});

test("the turn changes at the family's midnight", async () => {
  const anna = await signUp(server());
  for (const question of ["First?", "Second?"]) await add(anna, question);
  const morning = await active(anna);
  const sinceMidnight = (server().clock.now().getTime() - 5 * 3_600_000) % oneDay;
  server().clock.advance(oneDay - sinceMidnight - 1);
  expect(await active(anna)).toEqual(morning);
  server().clock.advance(1);
  expect(await active(anna)).not.toEqual(morning);
});
