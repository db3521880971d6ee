// The weekly question, and answers to it as a device gives them.
import { giveHelloWords } from "#contract/hellos.ts";
import { nextSunday } from "#server/features/questions/question-week.ts";
import { dayIn } from "./events.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** The next Sunday where the tests' families live. */
export const nextSundayOf = (server: TestServer): string => nextSunday(dayIn(server, 0));

/** An answer to the question of the last Sunday. */
export const answerInWords = (server: TestServer) => ({
  headers: { "idempotency-key": "an answer" },
  body: { sunday: nextSunday(dayIn(server, -7)), words: "Chicken, and a cake with real cream." },
});

export const answerQuestion = ({ client }: Person, server: TestServer) =>
  client.call(giveHelloWords, answerInWords(server));
