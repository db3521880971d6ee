import { expect, test } from "vitest";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  listHelpPhrases,
} from "#contract/help/phrases.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

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
