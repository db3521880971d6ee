// The weekly question, and answers to it as a device gives them.
import { daysBetween } from "#contract/durations.ts";
import { giveHelloWords } from "#contract/hellos.ts";
import { nextSunday } from "#server/features/questions/question-week.ts";
import { dayIn } from "./events.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** The next Sunday where the tests' families live. */
export const nextSundayOf = (server: TestServer): string => nextSunday(dayIn(server, 0));

/** Goes to a time of the next Sunday where the tests' families live, or of so many days after it. */
export const goToSunday = (server: TestServer, time = "10:00", daysAfter = 0): void => {
  const days = daysBetween(dayIn(server, 0), nextSundayOf(server));
  server.clock.goTo(time, { daysAhead: days + daysAfter });
};

/** An answer to the question of the last Sunday. */
export const answerInWords = (server: TestServer) => ({
  headers: { "idempotency-key": "an answer" },
  body: { sunday: nextSunday(dayIn(server, -7)), words: "Chicken, and a cake with real cream." },
});

export const answerQuestion = ({ client }: Person, server: TestServer) =>
  client.call(giveHelloWords, answerInWords(server));
