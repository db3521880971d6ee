import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { removeMember } from "#contract/families.ts";
import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import { addReply } from "#contract/help/replies.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const pass = (minutes: number) => server().clock.advance(minutes * minuteMs);
const now = () => server().clock.now().toISOString();
const nameOf = ({ id, name }: Person) => ({ id, name });

const ask = ({ client }: Person, text = "My TV isn't working.") =>
  client.call(askForHelp, { body: { text } });
const does = (
  { client }: Person,
  endpoint: typeof resolveHelpRequest | typeof acknowledgeHelpRequest | typeof cancelHelpRequest,
  id: number,
) => client.call(endpoint, { params: { id } });
const past = ({ client }: Person, before?: number) =>
  client.call(listPastRequests, { ...(before && { query: { before: String(before) } }) });
const figures = ({ client }: Person) => client.call(getHelpFigures);

/** Sends a request as Rose, which Ben takes after so many minutes. */
async function answered(minutes: number) {
  const { id } = await ask(family.rose);
  pass(minutes);
  await does(family.ben, acknowledgeHelpRequest, id);
  return id;
}

describe("past requests", () => {
  test("show who asked for what, who answered and when, and how it ended", async () => {
    const { anna, ben, rose } = family;
    const askedAt = now();
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    pass(2);
    const answeredAt = now();
    await does(ben, acknowledgeHelpRequest, id);
    pass(30);
    await does(rose, resolveHelpRequest, id);
    expect(await past(anna)).toEqual({
      hasOlder: false,
      requests: [
        {
          id,
          idempotencyKey: expect.any(String),
          phrase: "My TV isn't working.",
          categoryName: "Tech Help",
          askedBy: nameOf(rose),
          askedAt,
          answer: { state: "ACKNOWLEDGED", person: nameOf(ben), at: answeredAt },
          end: { state: "RESOLVED", person: nameOf(rose), at: now() },
          isThanked: false,
          hasReplies: false,
        },
      ],
    });
  });

  test("count “Done” without “I'll help” as an answer", async () => {
    const { anna, rose } = family;
    const { id } = await ask(rose);
    await does(anna, resolveHelpRequest, id);
    const [request] = (await past(anna)).requests;
    expect(request?.answer).toMatchObject({ state: "RESOLVED", person: nameOf(anna) });
  });

  test("have no answer when they are open, canceled or closed by the person who asked", async () => {
    const { ben, rose } = family;
    await ask(rose, "I am open.");
    await does(rose, cancelHelpRequest, (await ask(rose, "I take this back.")).id);
    await does(rose, resolveHelpRequest, (await ask(rose, "I did it myself.")).id);
    expect(
      (await past(ben)).requests.map(({ phrase, answer, end }) => [phrase, answer, end?.state ?? null]),
    ).toEqual([
      ["I did it myself.", null, "RESOLVED"],
      ["I take this back.", null, "CANCELLED"],
      ["I am open.", null, null],
    ]);
  });

  test("are listed newest first, 20 on a page", async () => {
    const { anna, rose } = family;
    for (let count = 1; count <= 45; count++) await ask(rose, `I have wish number ${count}.`);
    const first = await past(anna);
    const second = await past(anna, first.requests.at(-1)?.id);
    const third = await past(anna, second.requests.at(-1)?.id);
    expect([first, second, third].map(({ requests, hasOlder }) => [requests.length, hasOlder])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ]);
    const phrases = [first, second, third].flatMap(({ requests }) => requests.map(({ phrase }) => phrase));
    expect(phrases[0]).toBe("I have wish number 45.");
    expect(new Set(phrases).size).toBe(45);
  });

  test("still name people who have left the family", async () => {
    const { anna, ben, rose } = family;
    await does(rose, resolveHelpRequest, await answered(1));
    for (const { id } of [ben, rose]) await anna.client.call(removeMember, { params: { id } });
    expect((await past(anna)).requests[0]).toMatchObject({
      askedBy: nameOf(rose),
      answer: { person: nameOf(ben) },
      end: { person: nameOf(rose) },
    });
    expect(await figures(anna)).toEqual({ asked: 1, answered: 1, halfWithin: 60 });
  });

  test("say which of them have a thread", async () => {
    const { anna, rose } = family;
    const { id } = await ask(rose);
    await ask(rose, "I have no answer.");
    const parts = { params: { id }, headers: { "idempotency-key": "a" } };
    await anna.client.call(addReply, { ...parts, body: { words: "Press the red one." } });
    expect((await past(anna)).requests.map(({ hasReplies }) => hasReplies)).toEqual([false, true]);
  });

  test("are shown to the family's helpers, and to the person who asked, and to nobody else", async () => {
    const { anna, rose } = family;
    const walter = await join(server(), anna, "grandparent", "Walter");
    await ask(walter, "My radio is silent.");
    await ask(rose);
    const stranger = await signUp(server(), { name: "Carla" });
    expect(await past(stranger)).toEqual({ requests: [], hasOlder: false });
    expect((await past(anna)).requests).toHaveLength(2);
    expect((await past(rose)).requests).toMatchObject([{ askedBy: nameOf(rose) }]);
    expect((await past(walter)).requests).toMatchObject([{ askedBy: nameOf(walter) }]);
    expect((await family.rose.client.ask(getHelpFigures)).status).toBe(403);
  });
});

describe("the figures of the last 30 days", () => {
  test("show how many there were and how soon half of them were answered", async () => {
    for (const minutes of [1, 3, 40]) await answered(minutes);
    expect(await figures(family.anna)).toEqual({ asked: 3, answered: 3, halfWithin: 180 });
  });

  test("count half of an even number exactly", async () => {
    for (const minutes of [1, 3, 5, 40]) await answered(minutes);
    expect(await figures(family.anna)).toMatchObject({ halfWithin: 180 });
  });

  test("leave out that time when fewer than half were answered", async () => {
    await answered(1);
    await ask(family.rose);
    await ask(family.rose);
    expect(await figures(family.anna)).toEqual({ asked: 3, answered: 1, halfWithin: null });
  });

  test("leave out older requests and those of other families", async () => {
    const { anna } = family;
    await answered(1);
    pass(29 * 24 * 60);
    expect(await figures(anna)).toMatchObject({ asked: 1 });
    pass(24 * 60);
    expect(await figures(anna)).toEqual({ asked: 0, answered: 0, halfWithin: null });
    family.ben = await join(server(), anna, "child", "Ben");
    await answered(2);
    const stranger = await signUp(server(), { name: "Carla" });
    expect(await figures(anna)).toEqual({ asked: 1, answered: 1, halfWithin: 120 });
    expect(await figures(stranger)).toEqual({ asked: 0, answered: 0, halfWithin: null });
  });
});
