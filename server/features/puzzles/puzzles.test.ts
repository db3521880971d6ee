// Admins manage the family's own puzzles.
import { expect, test } from "vitest";
import { changePuzzle, createPuzzle, deletePuzzle, getActivePuzzle, listPuzzles } from "#contract/puzzles.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const grass = { question: "Which color is grass?", options: ["Red", "Green"], correctAnswer: "Green" };
const create = ({ client }: Person, change: object = {}) =>
  client.ask(createPuzzle, { body: { ...grass, isActive: true, ...change } });
const list = ({ client }: Person) => client.call(listPuzzles);
const turn = ({ client }: Person, id: number, isActive: unknown) =>
  client.ask(changePuzzle, { params: { id }, body: { isActive } });
const remove = ({ client }: Person, id: number) => client.ask(deletePuzzle, { params: { id } });

test("a new puzzle is active by default, dated at its creation, and appears in the list", async () => {
  const anna = await signUp(server());
  const { status, body } = await create(anna, { isActive: undefined });
  expect(status).toBe(201);
  const date = server().clock.now().toISOString();
  expect(body).toEqual({ ...grass, id: expect.any(Number), isActive: true, date });
  expect(await list(anna)).toEqual([{ ...body, nextOn: "2026-11-20" }]);
});

test("a date in the request is kept", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna, { date: "2026-11-19T09:00:00+01:00" });
  expect(body.date).toBe("2026-11-19T08:00:00.000Z");
});

test("a date in the year 0 or 9999 is refused", async () => {
  const anna = await signUp(server());
  for (const date of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"]) {
    const { status, body } = await create(anna, { date });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { date: "Please give a date like 2026-11-20T10:00:00Z" } });
  }
});

test("text is trimmed", async () => {
  const anna = await signUp(server());
  const typed = { question: " Which color is grass? ", options: [" Red", "Green "], correctAnswer: " Green" };
  expect((await create(anna, typed)).body).toMatchObject(grass);
});

test.each([
  [{ question: " Why " }, { question: "Question must be at least 5 characters" }],
  [{ question: undefined }, { question: "Question must be at least 5 characters" }],
  [{ options: ["Green"] }, { options: "At least 2 options are required" }],
  [{ options: undefined }, { options: "At least 2 options are required" }],
  [{ options: ["Green", " "] }, { "options.1": "Required" }],
  [{ options: ["Green", " green "] }, { options: "Two of the options are the same" }],
  [{ options: Array.from("ABCDEFGHI") }, { options: "Please use at most 8 options" }],
  [{ correctAnswer: " " }, { correctAnswer: "Correct answer is required" }],
  [{ correctAnswer: undefined }, { correctAnswer: "Correct answer is required" }],
  [{ correctAnswer: "Blue" }, { correctAnswer: "The correct answer must be one of the options" }],
])("%j is refused with an error at its field", async (change, fields) => {
  const anna = await signUp(server());
  const { status, body } = await create(anna, change);
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields });
  expect(await list(anna)).toEqual([]);
});

test("the list has the newest first and says when each one's turn comes", async () => {
  const anna = await signUp(server());
  for (const question of ["First?", "Second?", "Third?"]) await create(anna, { question });
  await create(anna, { question: "Not yet?", isActive: false });
  const listed = await list(anna);
  expect(listed.map(({ question }) => question)).toEqual(["Not yet?", "Third?", "Second?", "First?"]);
  const days = listed.map(({ nextOn }) => nextOn);
  expect(days[0]).toBeNull();
  expect(days.slice(1).sort()).toEqual(["2026-11-20", "2026-11-21", "2026-11-22"]);
  const todays = listed.find(({ nextOn }) => nextOn === "2026-11-20");
  expect((await anna.client.call(getActivePuzzle))?.id).toBe(todays?.id);
});

test("an inactive puzzle is not shown, and a switch brings it back", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna);
  expect((await turn(anna, body.id, false)).body).toMatchObject({ ...grass, isActive: false });
  expect((await anna.client.call(getActivePuzzle))?.question).not.toBe(grass.question);
  expect((await turn(anna, body.id, true)).body.isActive).toBe(true);
  expect((await anna.client.call(getActivePuzzle))?.question).toBe(grass.question);
  expect((await turn(anna, body.id, "yes")).status).toBe(400);
});

test("a deleted puzzle is gone", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna);
  expect((await remove(anna, body.id)).status).toBe(204);
  expect(await list(anna)).toEqual([]);
  expect((await remove(anna, body.id)).status).toBe(404);
});

test("another family's puzzle can be neither seen, switched nor deleted", async () => {
  const anna = await signUp(server());
  const carla = await signUp(server());
  const { body } = await create(carla);
  expect(await list(anna)).toEqual([]);
  expect((await turn(anna, body.id, false)).status).toBe(404);
  expect((await remove(anna, body.id)).status).toBe(404);
  expect(await list(carla)).toMatchObject([{ isActive: true }]);
});

test("every change by an admin appears on the family's screens at once", async () => {
  const anna = await signUp(server());
  const screen = await openStream(anna.client);
  const { body } = await create(anna);
  await turn(anna, body.id, false);
  await remove(anna, body.id);
  await expect.poll(() => screen.heard).toEqual(["puzzles", "puzzles", "puzzles"]);
});
