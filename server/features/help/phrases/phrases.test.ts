import { expect, test } from "vitest";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  listHelpCategories,
  listHelpPhrases,
} from "#contract/help/phrases.ts";
import { Client } from "#tests/support/client.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const anybody = () => new Client(server().url);

async function library(): Promise<string[]> {
  const categories = await anybody().call(listHelpCategories);
  const phrases = categories.map(({ id }) => anybody().call(listHelpPhrases, { params: { id } }));
  return (await Promise.all(phrases)).flat().map(({ phrase }) => phrase);
}

test("everybody gets the eight categories of the specification, in its order, without signing in", async () => {
  const categories = await anybody().call(listHelpCategories);
  expect(categories.map(({ name, icon }) => `${icon} ${name}`)).toEqual([
    "💻 Tech Help",
    "🧰 Home Help",
    "🚗 Rides & Errands",
    "💊 Health & Meds",
    "💵 Bills & Finance",
    "🎉 Social & Fun",
    "🍲 Food & Meals",
    "🤝 Other Help",
  ]);
});

test("each category offers at least six phrases", async () => {
  for (const { id } of await anybody().call(listHelpCategories)) {
    const phrases = await anybody().call(listHelpPhrases, { params: { id } });
    expect(phrases.length).toBeGreaterThanOrEqual(6);
  }
});

test("Tech Help has the phrases of the design", async () => {
  const [first] = await anybody().call(listHelpPhrases, { params: { id: 1 } });
  expect(first).toEqual({ id: 101, phrase: "My TV isn't working." });
});

test("every phrase is one short sentence in the first person, and all differ", async () => {
  const phrases = await library();
  expect(new Set(phrases).size).toBe(phrases.length);
  for (const phrase of phrases) {
    expect(phrase).toMatch(/^\p{Lu}[^.?!]*\.$/u);
    expect(phrase).toMatch(/\b(I|me|my)\b/i);
    expect(phrase.split(" ").length).toBeLessThanOrEqual(15);
  }
});

test("an unknown category has no phrases", async () => {
  expect(await anybody().call(listHelpPhrases, { params: { id: 99 } })).toEqual([]);
});

test("a family's own phrase can be neither changed nor deleted by another family", async () => {
  const anna = await signUp(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  const phrase = "Please water my tomatoes.";
  const { id } = await anna.client.call(addHelpPhrase, { body: { categoryId: 1, phrase } });
  const body = { phrase: "Please do nothing." };
  expect((await carla.client.ask(changeHelpPhrase, { params: { id }, body })).status).toBe(404);
  expect((await carla.client.ask(deleteHelpPhrase, { params: { id } })).status).toBe(404);
  const phrases = await anna.client.call(listHelpPhrases, { params: { id: 1 } });
  expect(phrases).toContainEqual({ id, phrase });
});
