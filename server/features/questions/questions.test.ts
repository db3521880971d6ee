// The weekly question: when it is asked and of whom, which one comes, and what an answer is.
import { expect, it, test } from "vitest";
import { listActivity } from "#contract/activity.ts";
import { changeFamily } from "#contract/families.ts";
import {
  deleteHello,
  getCurrentHellos,
  giveHelloVoiceMessage,
  giveHelloWords,
  listHellos,
  loveHello,
} from "#contract/hellos.ts";
import { getCurrentQuestion, getNextQuestion, setNextQuestion } from "#contract/questions.ts";
import { dayIn } from "#tests/support/events.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { answerInWords, answerQuestion, goToSunday, nextSundayOf } from "#tests/support/questions.ts";
import { recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";
import { builtInQuestions } from "./built-in-questions.ts";
import { builtInQuestion, nextSunday, sundayAskedOn } from "./question-week.ts";

const server = useServer();

const asked = async ({ client }: Person) => await client.call(getCurrentQuestion);
const isAsked = async (person: Person) => (await asked(person)) !== null;

const moveTo = ({ anna }: { anna: Person }, timeZone: string) =>
  anna.client.call(changeFamily, { body: { timeZone } });

test.each([
  ["America/Los_Angeles", "2027-03-14T07:00:00Z"],
  ["Pacific/Auckland", "2027-04-03T10:00:00Z"],
  ["Pacific/Auckland", "2027-09-25T10:00:00Z"],
  ["America/Los_Angeles", "2027-11-07T06:00:00Z"],
])(
  "in %s it is asked from midnight of the Sunday after %s, on which the clocks change, until Wednesday is over",
  async (timeZone, saturday) => {
    const family = await reyesFamily(server());
    await moveTo(family, timeZone);
    const { clock } = server();
    clock.advance(Date.parse(saturday) - clock.now().getTime());
    const before = clock.now().toTemporalInstant().toZonedDateTimeISO(timeZone);
    expect(before.dayOfWeek).toBe(6);
    clock.goTo("23:59:59", { timeZone });
    expect(await isAsked(family.rose)).toBe(false);
    clock.advance(1_000);
    expect((await asked(family.rose))?.sunday).toBe(before.add({ days: 1 }).toPlainDate().toString());
    clock.goTo("23:59:59", { daysAhead: 3, timeZone });
    expect(await isAsked(family.rose)).toBe(true);
    clock.advance(1_000);
    expect(await isAsked(family.rose)).toBe(false);
  },
);

it("is asked of each grandparent until they have answered, and of nobody else", async () => {
  const { anna, rose } = await reyesFamily(server());
  const walter = await join(server(), anna, "grandparent", "Walter");
  goToSunday(server());
  expect(await isAsked(anna)).toBe(false);
  await answerQuestion(rose, server());
  expect([await isAsked(rose), await isAsked(walter)]).toEqual([false, true]);
  await answerQuestion(walter, server());
  expect(await isAsked(walter)).toBe(false);
});

it("is answered in words as a hello that says the question, and can be loved", async () => {
  const { anna, rose } = await reyesFamily(server());
  goToSunday(server());
  const question = await asked(rose);
  const given = await answerQuestion(rose, server());
  expect(await answerQuestion(rose, server())).toEqual(given);
  const { hello } = await anna.client.call(getCurrentHellos);
  expect(hello).toMatchObject({
    person: { name: "Rose" },
    question: question?.text,
    caption: "Chicken, and a cake with real cream.",
    pictures: [],
    voiceMessage: null,
  });
  await anna.client.call(loveHello, { params: { id: given.id }, body: { isLoved: true } });
  const { loved } = await rose.client.call(getCurrentHellos);
  expect(loved).toMatchObject([{ lovedBy: [{ name: "Anna Reyes" }] }]);
});

it("is answered by voice in at most 90 seconds, while another voice message has a minute", async () => {
  const { rose } = await reyesFamily(server());
  goToSunday(server());
  const { sunday } = answerInWords(server()).body;
  const say = (key: string, seconds: number, query: { sunday?: string }) =>
    rose.client.ask(giveHelloVoiceMessage, {
      headers: { "idempotency-key": key },
      query,
      upload: recording(seconds),
    });
  expect((await say("a", 61, {})).body).toMatchObject({
    message: "This recording is too long. It can be at most 60 seconds long.",
  });
  expect((await say("b", 91, { sunday })).body).toMatchObject({
    message: "This recording is too long. It can be at most 90 seconds long.",
  });
  expect((await say("c", 90, { sunday })).status).toBe(201);
  expect(await isAsked(rose)).toBe(false);
});

it("is asked again after the answer was deleted", async () => {
  const { rose } = await reyesFamily(server());
  goToSunday(server());
  const { id } = await answerQuestion(rose, server());
  await rose.client.call(deleteHello, { params: { id } });
  expect(await isAsked(rose)).toBe(true);
});

it("takes an answer that waited on a device until Friday, but none from a helper, to no Sunday or before it was asked", async () => {
  const { anna, rose } = await reyesFamily(server());
  goToSunday(server(), "18:00", 5);
  const answer = (person: Person, sunday: string, words = "Soup.") =>
    person.client.ask(giveHelloWords, {
      headers: { "idempotency-key": `${sunday} ${words}` },
      body: { sunday, words },
    });
  const last = nextSunday(dayIn(server(), -7));
  expect((await answer(rose, last)).status).toBe(201);
  expect((await answer(anna, last)).status).toBe(403);
  expect((await answer(rose, nextSundayOf(server()))).status).toBe(400);
  expect((await answer(rose, dayIn(server(), 0))).status).toBe(400);
  expect((await answer(rose, last, "x".repeat(601))).status).toBe(400);
  expect((await answer(rose, last, " ")).status).toBe(400);
});

it("can be set for next Sunday by any helper, and set back, until that Sunday comes", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const sunday = nextSundayOf(server());
  const builtIn = await ben.client.call(getNextQuestion);
  expect(builtIn).toMatchObject({ sunday, isOwn: false });
  const set = (text: string | null) => ben.client.ask(setNextQuestion, { body: { sunday, text } });
  await set("Who lived next door?");
  expect(await anna.client.call(getNextQuestion)).toEqual({
    sunday,
    text: "Who lived next door?",
    isOwn: true,
  });
  await set(null);
  expect(await anna.client.call(getNextQuestion)).toEqual(builtIn);
  await set("Who lived upstairs?");
  goToSunday(server(), "00:00");
  expect(await asked(rose)).toEqual({ sunday, text: "Who lived upstairs?" });
  expect(await set("Too late?")).toMatchObject({
    status: 409,
    body: { message: "That Sunday has come. Please set the question of the next one." },
  });
  // What the set question has moved on comes a week later.
  expect(await anna.client.call(getNextQuestion)).toMatchObject({ text: builtIn.text, isOwn: false });
  const { activity } = await anna.client.call(listActivity, { query: {} });
  expect(activity.map(({ change }) => change).filter(({ kind }) => kind === "question-set")).toEqual([
    { kind: "question-set", question: "Who lived upstairs?" },
    { kind: "question-set", question: null },
    { kind: "question-set", question: "Who lived next door?" },
  ]);
});

it("is not asked while the family has turned it off, nor while there are no hellos to answer with", async () => {
  const { anna, rose } = await reyesFamily(server());
  goToSunday(server());
  for (const name of ["weeklyQuestion", "hellos"] as const) {
    await anna.client.call(changeFamily, { body: { [name]: false } });
    expect(await isAsked(rose)).toBe(false);
    const { headers, body } = answerInWords(server());
    expect((await rose.client.ask(giveHelloWords, { headers, body })).status).toBe(409);
    await anna.client.call(changeFamily, { body: { [name]: true } });
    expect(await isAsked(rose)).toBe(true);
  }
});

it("is nothing that another family sees or sets", async () => {
  const [family, other] = [await reyesFamily(server()), await reyesFamily(server())];
  const sunday = nextSundayOf(server());
  await family.ben.client.call(setNextQuestion, { body: { sunday, text: "What is our secret?" } });
  expect(await other.ben.client.call(getNextQuestion)).toMatchObject({ isOwn: false });
  goToSunday(server());
  await answerQuestion(family.rose, server());
  expect(await isAsked(other.rose)).toBe(true);
  expect((await other.anna.client.call(listHellos, { query: {} })).hellos).toEqual([]);
});

const sundays = (count: number): string[] => {
  const all: string[] = [];
  for (let day = "2026-11-22"; all.length < count; day = nextSunday(day)) all.push(day);
  return all;
};

it("comes from 104 built-in ones, of which none comes again before all others have, whatever a family sets", () => {
  expect(builtInQuestions).toHaveLength(104);
  expect(new Set(builtInQuestions.map((text) => text.toLowerCase())).size).toBe(104);
  // In every third week the family sets its own.
  let own = 0;
  const come = sundays(400).flatMap((sunday, week) => {
    if (week % 3 === 0) own += 1;
    return week % 3 === 0 ? [] : [builtInQuestion(sunday, own)];
  });
  for (const first of [0, 1, 50, 120]) expect(new Set(come.slice(first, first + 104)).size).toBe(104);
});

it("is short, asks one thing, and asks for no child, marriage, health or money of one's own", () => {
  const wrong = builtInQuestions.filter(
    (text) =>
      text.length > 80 ||
      !/^[A-Z][^?]*\?$/.test(text) ||
      /\byour (own )?(child(ren)?\b|son|daughter|husband|wife|wedding|marriage|grand|illness|health|pension)/i.test(
        text,
      ),
  );
  expect(wrong).toEqual([]);
});

it("is asked on four days of each week", () => {
  const days = ["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-05"];
  const sunday = "2026-11-29";
  expect(days.map(sundayAskedOn)).toEqual([sunday, sunday, sunday, sunday, undefined, undefined]);
});
