// Answering the daily puzzle: what counts, and who is notified.
import { beforeEach, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { answerPuzzle, createPuzzle, getActivePuzzle, getPuzzleSharing } from "#contract/puzzles.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { allow, answerWrongly, shown, solve } from "#tests/support/puzzles.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const tomorrow = () => server().clock.advance(dayMs);

let anna: Person;
let ben: Person;
let rose: Person;
beforeEach(async () => {
  ({ anna, ben, rose } = await reyesFamily(server()));
});

const add = (question: string) =>
  anna.client.call(createPuzzle, {
    body: { question, options: ["Red", "Green"], correctAnswer: "Green" },
  });

test("a right answer says so, and is still there after a reload", async () => {
  const { correctAnswer } = await shown(rose);
  expect(await solve(rose)).toEqual({ isCorrect: true, correctAnswer, daysInARow: 1 });
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: true, daysInARow: 1 });
});

test("a wrong answer shows the right one and does not count", async () => {
  const { correctAnswer } = await shown(rose);
  expect(await answerWrongly(rose)).toEqual({ isCorrect: false, correctAnswer, daysInARow: 0 });
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: false, daysInARow: 0 });
});

test("a person can try again, and solved stays solved whatever is answered afterwards", async () => {
  await answerWrongly(rose);
  expect((await solve(rose)).daysInARow).toBe(1);
  expect((await answerWrongly(rose)).daysInARow).toBe(1);
  expect((await solve(rose)).daysInARow).toBe(1);
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: true, daysInARow: 1 });
});

test("five days in a row are five, and yesterday counts until today is over", async () => {
  for (const day of [1, 2, 3, 4]) {
    expect((await solve(rose)).daysInARow).toBe(day);
    tomorrow();
  }
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: false, daysInARow: 4 });
  expect((await answerWrongly(rose)).daysInARow).toBe(4);
  expect((await solve(rose)).daysInARow).toBe(5);
});

test("a missed day restarts the count", async () => {
  await solve(rose);
  tomorrow();
  tomorrow();
  expect((await shown(rose)).daysInARow).toBe(0);
  expect((await solve(rose)).daysInARow).toBe(1);
});

test("days are those of the family's time zone", async () => {
  const midnight = Date.parse("2026-11-20T05:00:00Z");
  const before = (midnight - server().clock.now().getTime()) % dayMs;
  server().clock.advance(before + dayMs - minuteMs);
  expect((await solve(rose)).daysInARow).toBe(1);
  server().clock.advance(minuteMs);
  expect((await solve(rose)).daysInARow).toBe(2);
});

test("two answers at the same moment count once", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => solve(rose)));
  expect(answers.map(({ daysInARow }) => daysInARow)).toEqual(Array(10).fill(1));
});

test("an answer to a puzzle that is no longer today's is refused in plain words", async () => {
  const { id: puzzleId, correctAnswer: answer } = await shown(rose);
  await add("Which color is grass?");
  const { status, body } = await rose.client.ask(answerPuzzle, { body: { puzzleId, answer } });
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: "This is no longer today's puzzle. Please look at the new one." });
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: false, daysInARow: 0 });
});

test("a new puzzle on the same day can be solved too, and the day counts once", async () => {
  await solve(rose);
  await add("Which color is grass?");
  expect(await shown(rose)).toMatchObject({ hasSolvedToday: false, daysInARow: 1 });
  expect((await solve(rose)).daysInARow).toBe(1);
});

test("an answer that is not one of the options is refused", async () => {
  const { id: puzzleId } = await shown(rose);
  const { status, body } = await rose.client.ask(answerPuzzle, { body: { puzzleId, answer: "Blue whale?" } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields: { answer: "Please choose one of the answers." } });
});

test("nobody sees that a grandparent has solved it unless they allow it", async () => {
  await solve(rose);
  expect(await rose.client.call(getPuzzleSharing)).toEqual({ isShared: false });
  expect((await shown(anna)).solvedBy).toEqual([]);
  await allow(rose, true);
  expect(await rose.client.call(getPuzzleSharing)).toEqual({ isShared: true });
  expect((await shown(anna)).solvedBy).toEqual(["Rose"]);
  expect((await shown(ben)).solvedBy).toEqual(["Rose"]);
  await allow(rose, false);
  expect((await shown(anna)).solvedBy).toEqual([]);
});

test("only those who solved it today are named: not the reader, not those who failed, not yesterday's", async () => {
  const walter = await join(server(), anna, "grandparent", "Walter");
  for (const one of [rose, walter]) await allow(one, true);
  await solve(rose);
  await answerWrongly(walter);
  expect((await shown(walter)).solvedBy).toEqual(["Rose"]);
  expect((await shown(rose)).solvedBy).toEqual([]);
  await solve(walter);
  expect((await shown(anna)).solvedBy).toEqual(["Rose", "Walter"]);
  tomorrow();
  expect((await shown(anna)).solvedBy).toEqual([]);
});

test("a daughter's or son's answers are never shown, even if they would allow it", async () => {
  await allow(ben, true);
  await solve(ben);
  expect((await shown(anna)).solvedBy).toEqual([]);
  expect((await shown(ben)).hasSolvedToday).toBe(true);
});

test("another family sees nothing", async () => {
  const carla = await signUp(server());
  await allow(rose, true);
  await solve(rose);
  expect((await shown(carla)).solvedBy).toEqual([]);
});

test("a shared answer updates the family's screens, and a private one only the person's own", async () => {
  const [hers, theirs] = [await openStream(rose.client), await openStream(anna.client)];
  await solve(rose);
  await expect.poll(() => hers.heard).toEqual(["puzzles"]);
  await answerWrongly(rose);
  await allow(rose, true);
  await expect.poll(() => theirs.heard).toEqual(["puzzles"]);
  tomorrow();
  await solve(rose);
  await expect.poll(() => theirs.heard).toEqual(["puzzles", "puzzles"]);
  expect(hers.heard).toEqual(["puzzles", "puzzles", "puzzles"]);
});

test("days in a row outlive the puzzle that was solved", async () => {
  const { id } = await add("Which color is grass?");
  await solve(rose);
  await anna.client.fetch("DELETE", `/api/puzzles/${id}`);
  tomorrow();
  expect((await solve(rose)).daysInARow).toBe(2);
});

test("without a puzzle there is nothing to answer", async () => {
  const { id: puzzleId, correctAnswer: answer } = await shown(rose);
  await anna.client.call(changeFamily, { body: { puzzleLibrary: false } });
  expect(await rose.client.call(getActivePuzzle)).toBeNull();
  expect((await rose.client.ask(answerPuzzle, { body: { puzzleId, answer } })).status).toBe(409);
});
