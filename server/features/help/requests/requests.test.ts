import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { scamCallPhraseId } from "#contract/help/known-categories.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  getHelpRequest,
  listHelpRequests,
  type NewHelpRequest,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});
// A request that was closed more than an hour ago is not listed, so each test begins with an empty list.
afterEach(async () => {
  const closed = { state: "RESOLVED", closed_at: server().clock.now(), next_step_at: null } as const;
  await server()
    .database.kysely.updateTable("help_requests")
    .set(closed)
    .where("closed_at", "is", null)
    .execute();
  server().clock.advance(hourMs);
});
const tvIsBroken: NewHelpRequest = { phraseId: 101 };

const ask = ({ client }: Person, body = tvIsBroken, key?: string) =>
  client.ask(askForHelp, { body, ...(key && { headers: { "idempotency-key": key } }) });

const asked = async (person: Person, body = tvIsBroken) => (await ask(person, body)).body;

describe("asking for help", () => {
  test("a request is accepted in the words of its phrase, with a receipt", async () => {
    const { rose } = family;
    const { status, body } = await ask(rose);
    const at = server().clock.now().toISOString();
    const { id, name, phoneNumber } = rose;
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      promise: null,
      handedOn: null,
      thankedAt: null,
      scamCheck: null,
      idempotencyKey: expect.any(String),
      state: "ACCEPTED",
      isUrgent: false,
      phrase: "My TV isn't working.",
      category: { name: "Tech Help", icon: "💻" },
      askedBy: { id, name, role: "grandparent", phoneNumber },
      askedAt: at,
      helper: null,
      recipients: 2,
      receipts: [{ state: "ACCEPTED", person: null, at }],
    });
  });

  test("a person's own words are stored unchanged, with or without a category", async () => {
    const { rose } = family;
    expect(await asked(rose, { text: "  My cat is up a tree. ", categoryId: 8 })).toMatchObject({
      phrase: "My cat is up a tree.",
      category: { name: "Other Help", icon: "🤝" },
    });
    expect(await asked(rose, { text: "Help!" })).toMatchObject({ phrase: "Help!", category: null });
  });

  test.each([
    ["by a phrase", tvIsBroken],
    ["in own words", { text: "Help!" }],
    ["about a possible scam", { phraseId: scamCallPhraseId }],
  ])("a request %s is answered as it is read later, also by a family with nobody to ask", async (_, body) => {
    for (const person of [family.rose, await signUp(server(), {})]) {
      const request = await asked(person, body);
      const params = { id: request.id };
      expect((await person.client.ask(getHelpRequest, { params })).body).toEqual(request);
    }
  });

  test.each([
    ["a phrase that is not there", { phraseId: 999_999 }, "phraseId"],
    ["a category that is not there", { text: "Help!", categoryId: 99 }, "categoryId"],
    ["neither a phrase nor words", {}, "text"],
    ["both a phrase and words", { phraseId: 101, text: "Help!" }, "text"],
    ["empty words", { text: "   " }, "text"],
  ])("%s is refused by its name", async (_what, body, field) => {
    const { rose } = family;
    const { status, body: problem } = await ask(rose, body);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ code: "invalid", fields: { [field]: expect.any(String) } });
  });

  test("a family with nobody to ask is told so at once", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    const request = await asked(rose);
    expect(request).toMatchObject({ state: "UNREACHABLE", recipients: 0 });
    expect(request.receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "UNREACHABLE"]);
  });

  test("a person who joins later can still take it", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    const { id } = await asked(rose);
    const anna = await join(server(), rose, "admin", "Anna");
    await anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
    expect(await rose.client.call(getHelpRequest, { params: { id } })).toMatchObject({
      state: "SEEN",
      recipients: 1,
    });
  });
});

describe("sending again", () => {
  test("the same key and words return the same request", async () => {
    const { rose } = family;
    const key = randomUUID();
    const first = await ask(rose, tvIsBroken, key);
    server().clock.advance(5 * minuteMs);
    expect(await ask(rose, tvIsBroken, key)).toMatchObject({ status: 201, body: first.body });
    expect(await rose.client.call(listHelpRequests)).toHaveLength(1);
  });

  test("the same key with other words is refused", async () => {
    const { rose } = family;
    const key = randomUUID();
    await ask(rose, tvIsBroken, key);
    for (const other of [{ phraseId: 102 }, { text: "My TV isn't working." }]) {
      expect(await ask(rose, other, key)).toMatchObject({ status: 422, body: { code: "mismatch" } });
    }
  });

  test("twenty requests at once with one key are stored once", async () => {
    const { rose } = family;
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(rose, tvIsBroken, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rose.client.call(listHelpRequests)).toHaveLength(1);
  });

  test("without a key each request is new, and a key counts for its sender only", async () => {
    const { anna, rose } = family;
    const key = randomUUID();
    const answers = [
      await ask(rose),
      await ask(rose),
      await ask(rose, tvIsBroken, key),
      await ask(anna, tvIsBroken, key),
    ];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  });
});

describe("how often", () => {
  test("many requests in a minute are all stored", async () => {
    const { rose } = family;
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(rose)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  test("above the hourly limit the refusal suggests a call, and the limit ends after an hour", async () => {
    const { anna, rose } = await reyesFamily(server());
    const limits = { helpRequestsPerHour: 3 };
    const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
    const on = ({ client }: Person) => Object.assign(new Client(strict.url), { token: client.token });
    const send = (client: Client, key: string = randomUUID()) =>
      client.ask(askForHelp, { body: tvIsBroken, headers: { "idempotency-key": key } });
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key) => send(on(rose), key)));
    const stored = keys.filter((_, place) => answers[place]?.status === 201);
    expect(stored).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 429, body: { code: "too-many" } });
    expect(refused?.body).toMatchObject({ message: expect.stringMatching(/call your family/) });
    expect(refused?.headers.get("retry-after")).toBe("3600");
    expect((await send(on(rose), stored[0])).status, "one of them sent again").toBe(201);
    expect((await send(on(anna))).status, "somebody else").toBe(201);
    strict.clock.advance(hourMs);
    expect((await send(on(rose))).status, "an hour later").toBe(201);
    await strict.stop();
  });
});

describe("who sees what", () => {
  test("the family sees every request, newest first; a grandparent sees their own", async () => {
    const { anna, ben, rose } = family;
    const walter = await join(server(), anna, "grandparent", "Walter");
    const roses = await asked(rose);
    server().clock.advance(minuteMs);
    const walters = await asked(walter, { phraseId: 201 });
    const idsOf = async ({ client }: Person) => (await client.call(listHelpRequests)).map(({ id }) => id);
    expect(await idsOf(anna)).toEqual([walters.id, roses.id]);
    expect(await idsOf(ben)).toEqual([walters.id, roses.id]);
    expect(await idsOf(rose)).toEqual([roses.id]);
    expect((await walter.client.ask(getHelpRequest, { params: { id: roses.id } })).status).toBe(404);
  });

  test("another family cannot see or change it", async () => {
    const { rose } = family;
    const { id } = await asked(rose);
    const stranger = await signUp(server(), { name: "Carla" });
    expect(await stranger.client.call(listHelpRequests)).toEqual([]);
    for (const endpoint of [getHelpRequest, acknowledgeHelpRequest, resolveHelpRequest]) {
      expect((await stranger.client.ask(endpoint, { params: { id } })).status).toBe(404);
    }
    const seen = { params: { id }, body: { state: "SEEN" } };
    expect((await stranger.client.ask(recordReceipt, seen)).status).toBe(404);
    expect(await rose.client.call(getHelpRequest, { params: { id } })).toMatchObject({ state: "ACCEPTED" });
  });

  test("a closed request stays on the list for an hour", async () => {
    const { anna, rose } = family;
    const { id } = await asked(rose);
    await asked(rose, { phraseId: 102 });
    await anna.client.call(resolveHelpRequest, { params: { id } });
    server().clock.advance(59 * minuteMs);
    expect(await rose.client.call(listHelpRequests)).toHaveLength(2);
    server().clock.advance(2 * minuteMs);
    const left = await rose.client.call(listHelpRequests);
    expect(left.map(({ phrase }) => phrase)).toEqual(["I can't get on the internet."]);
  });
});

test("the family's open screens hear at once that somebody took a request", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const stream = await openStream(rose.client);
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  await expect.poll(() => stream.heard).toContain("help-requests");
});
