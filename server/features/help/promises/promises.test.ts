import { describe, expect, test, vi } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { leaveFamily, removeMember } from "#contract/families.ts";
import { acknowledgeByLink, getHelpAnswer, handOnByLink } from "#contract/help/answers.ts";
import { answerPromise, type NewHelpPromise, promiseByLink, promiseHelp } from "#contract/help/promises.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  handOnHelpRequest,
  recordReceipt,
  resolveHelpRequest,
  undoHelpRequestEnd,
} from "#contract/help/requests.ts";
import { Problem } from "#contract/problem.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, proveFreshly, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, pass, pushed, titles } = useHelpFamily(server, {
  emails: ["anna"],
  pushes: ["anna", "ben", "rose"],
});
const inMinutes = (count: number) =>
  new Date(server().clock.now().getTime() + count * minuteMs).toISOString();

async function roseAsks() {
  const { anna, ben, rose } = family();
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  await pass(0);
  server().pushed.length = 0;
  return {
    id,
    anna,
    ben,
    rose,
    show: ({ client }: Person = rose) => client.call(getHelpRequest, { params }),
    take: ({ client }: Person) => client.ask(acknowledgeHelpRequest, { params }),
    promise: ({ client }: Person, body: NewHelpPromise) => client.ask(promiseHelp, { params, body }),
    handOn: ({ client }: Person) => client.ask(handOnHelpRequest, { params }),
    answer: (isKept: boolean, { client }: Person = rose) =>
      client.ask(answerPromise, { params, body: { isKept } }),
  };
}

describe("“When will you come?”", () => {
  test("“In 10 minutes” is counted by the server's clock, and Rose reads it at once", async () => {
    const { anna, rose, take, promise, show } = await roseAsks();
    await take(anna);
    const stream = await openStream(rose.client);
    const { status, body } = await promise(anna, { kind: "CALL_AT", minutes: 10, words: "After lunch" });
    expect(status).toBe(200);
    const promised = { kind: "CALL_AT", dueAt: inMinutes(10), words: "After lunch", askedAt: null };
    expect(body).toMatchObject({ promise: { ...promised, madeAt: inMinutes(0) } });
    await expect.poll(() => stream.heard).toContain("help-requests");
    expect((await show()).promise).toEqual(body.promise);
  });

  test("leaving it unanswered is fine: nobody is reminded, and Rose is asked nothing", async () => {
    const { anna, take, show } = await roseAsks();
    await take(anna);
    await pass(30 * minuteMs);
    expect((await show()).promise).toBeNull();
    expect(titles().filter((title) => /Time to call|Did /.test(title))).toEqual([]);
  });

  test("saying when also takes a request that nobody has taken; nobody else can say it after that", async () => {
    const { anna, ben, promise, show } = await roseAsks();
    await promise(ben, { kind: "COMING" });
    expect(await show()).toMatchObject({ helper: { name: "Ben" }, promise: { kind: "COMING", dueAt: null } });
    expect(await promise(anna, { kind: "CALLING" })).toMatchObject({
      status: 409,
      body: { message: "Ben is already helping." },
    });
    expect((await show()).promise).toMatchObject({ kind: "COMING" });
  });

  test("a later answer replaces the previous one, even among twenty at once", async () => {
    const { anna, promise, show } = await roseAsks();
    await promise(anna, { kind: "CALLING" });
    await Promise.all(Array.from({ length: 20 }, () => promise(anna, { kind: "CALL_AT", minutes: 20 })));
    expect((await show()).promise).toMatchObject({ kind: "CALL_AT", dueAt: inMinutes(20) });
  });

  test("a time of the clock can be chosen up to a day ahead, and not the present one", async () => {
    const { anna, promise, show } = await roseAsks();
    expect((await promise(anna, { kind: "CALL_AT", at: inMinutes(24 * 60) })).status).toBe(200);
    expect((await show()).promise).toMatchObject({ dueAt: inMinutes(24 * 60) });
    const refused = (message: string) => ({ status: 400, body: { message } });
    expect(await promise(anna, { kind: "CALL_AT", at: inMinutes(0) })).toMatchObject(
      refused("That time has passed."),
    );
    expect(await promise(anna, { kind: "CALL_AT", at: inMinutes(24 * 60 + 1) })).toMatchObject(
      refused("That is too far off."),
    );
  });

  test.each<[NewHelpPromise, string]>([
    [{ kind: "CALL_AT" }, "Please choose one time"],
    [{ kind: "CALLING", minutes: 10 }, "Please choose one time"],
    [{ kind: "CALL_AT", minutes: 10, at: "2026-11-20T18:00:00.000Z" }, "Please choose one time"],
    [{ kind: "CALL_AT", minutes: 1441 }, "Please choose a time within a day"],
    [{ kind: "CALL_AT", at: "2026-11-20T13:04:00.000Z" }, "That time has passed. Please choose a later one."],
    [{ kind: "CALL_AT", at: "2099-11-20T13:04:00.000Z" }, "Please choose a time within a day"],
    [{ kind: "COMING", words: "See evil.com" }, "Please leave web addresses out of your words"],
    [{ kind: "COMING", words: "a".repeat(121) }, "Please use at most 120 characters"],
  ])("%j is refused in plain words, and takes nothing", async (wanted, reason) => {
    const { anna, promise, show } = await roseAsks();
    const { status, body } = await promise(anna, wanted);
    expect(status).toBe(400);
    expect(Object.values(Problem.parse(body).fields ?? {})).toEqual([reason]);
    expect(await show()).toMatchObject({ helper: null, promise: null });
  });

  test("it can be answered through the link in a message, and withdrawn there", async () => {
    const { anna, rose, show } = await roseAsks();
    await pass(3 * minuteMs);
    const text = server().outbox.findLast(({ to }) => to === anna.phoneNumber)?.text;
    const params = { token: /\/help\/answer\?to=([\w-]+)/.exec(text ?? "")?.[1] ?? "" };
    const anybody = new Client(server().url);
    await anybody.call(acknowledgeByLink, { params });
    const body = { kind: "CALL_AT", minutes: 30 } as const;
    expect(await anybody.call(promiseByLink, { params, body })).toMatchObject({
      isYours: true,
      promise: { dueAt: inMinutes(30) },
    });
    expect((await show()).promise).toMatchObject({ dueAt: inMinutes(30) });
    expect(await anybody.call(handOnByLink, { params })).toMatchObject({ isYours: false, promise: null });
    expect(await anybody.call(getHelpAnswer, { params })).toMatchObject({ helperName: null });
    expect((await show(rose)).handedOn).toMatchObject({ person: { id: anna.id } });
  });
});

describe("at the promised time", () => {
  test("Anna is reminded over every channel that reaches her, with Rose's number to call", async () => {
    const { anna, promise, rose } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    await pass(9.9 * minuteMs);
    expect(titles()).not.toContain("Time to call Rose");
    await pass(0.1 * minuteMs);
    expect(pushed().find(({ title }) => title === "Time to call Rose")).toMatchObject({
      text: "You told Rose that you'd call now: “My TV isn't working.”",
      callNumber: rose.phoneNumber,
    });
    expect(server().outbox.map(({ to, text }) => ({ to, text }))).toEqual([
      {
        to: anna.phoneNumber,
        text: `Time to call Rose. You told Rose that you'd call now: “My TV isn't working.” ${rose.phoneNumber}`,
      },
    ]);
    expect(server().mailbox).toMatchObject([{ subject: "Time to call Rose" }]);
    await pass(5 * minuteMs);
    expect(titles().filter((title) => title === "Time to call Rose")).toHaveLength(1);
  });

  test("Anna is told Rose's number for calls, too, if Rose signed up by e-mail", async () => {
    const { anna, promise, rose } = await roseAsks();
    await server()
      .database.kysely.updateTable("people")
      .set({ phone_number: null, email: "rose@example.com", call_number: rose.phoneNumber })
      .where("id", "=", rose.id)
      .execute();
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    await pass(10 * minuteMs);
    expect(pushed().find(({ title }) => title === "Time to call Rose")).toMatchObject({
      callName: "Rose",
      callNumber: rose.phoneNumber,
    });
    expect(server().outbox.findLast(({ to }) => to === anna.phoneNumber)?.text).toContain(
      `that you'd call now: “My TV isn't working.” ${rose.phoneNumber}`,
    );
  });

  test("10 minutes later Rose is asked, on her screen and by a notification, but not by text", async () => {
    const { anna, promise, show } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    await pass(10 * minuteMs);
    await pass(9.9 * minuteMs);
    expect((await show()).promise?.askedAt).toBeNull();
    server().outbox.length = 0;
    await pass(0.1 * minuteMs);
    expect((await show()).promise?.askedAt).toBe(inMinutes(0));
    expect(titles()).toContain("Did Anna Reyes call?");
    expect(server().outbox).toEqual([]);
  });

  test.each([
    ["CALLING", 10, "Did Anna Reyes call?"],
    ["COMING", 60, "Did Anna Reyes come?"],
  ] as const)("after %s Rose is asked after %i minutes: %s", async (kind, after, question) => {
    const { anna, promise } = await roseAsks();
    await promise(anna, { kind });
    await pass((after - 0.1) * minuteMs);
    expect(titles()).not.toContain(question);
    await pass(0.1 * minuteMs);
    expect(titles()).toContain(question);
    expect(titles()).not.toContain("Time to call Rose");
  });

  test("the question about how it is going comes an hour after the promised time, not an hour after “I'll help”", async () => {
    const { anna, promise } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 90 });
    await pass(61 * minuteMs);
    expect(titles()).not.toContain("Has Rose been helped?");
    await pass(90 * minuteMs);
    expect(titles()).toContain("Has Rose been helped?");
  });

  test("the question keeps that time when Rose closes the request and undoes that", async () => {
    const { id, anna, rose, promise } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 90 });
    await rose.client.call(resolveHelpRequest, { params: { id } });
    await rose.client.call(undoHelpRequestEnd, { params: { id } });
    await pass(149 * minuteMs);
    expect(titles()).not.toContain("Has Rose been helped?");
    await pass(minuteMs);
    expect(titles()).toContain("Has Rose been helped?");
  });

  test("a call right now, in place of a later one, brings the question forward", async () => {
    const { anna, promise } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 90 });
    await promise(anna, { kind: "CALLING" });
    await pass(60 * minuteMs);
    expect(titles()).toContain("Has Rose been helped?");
  });
});

describe("“Did Anna call?”", () => {
  async function asked() {
    const request = await roseAsks();
    await request.promise(request.anna, { kind: "CALLING" });
    await pass(10 * minuteMs);
    server().pushed.length = 0;
    return request;
  }

  test("“Yes” ends the question, and Anna continues to help", async () => {
    const { answer, show } = await asked();
    expect((await answer(true)).body).toMatchObject({ state: "ACKNOWLEDGED", promise: null });
    await pass(5 * minuteMs);
    expect(await show()).toMatchObject({ helper: { name: "Anna Reyes" }, promise: null });
    expect(titles()).toEqual([]);
  });

  test("“Not yet” tells Anna, restarts the plan, and says that Rose asked again", async () => {
    const { anna, rose, answer, show } = await asked();
    const { body } = await answer(false);
    expect(body).toMatchObject({ helper: null, promise: null });
    expect(body.receipts).not.toContainEqual(expect.objectContaining({ state: "ACKNOWLEDGED" }));
    expect(body.receipts).toContainEqual(
      expect.objectContaining({ state: "ACCEPTED", person: { id: rose.id, name: "Rose" }, at: inMinutes(0) }),
    );
    await pass(0);
    expect(titles().sort()).toEqual(["Rose is still waiting for you", "Rose needs help", "Rose needs help"]);
    await pass(3 * minuteMs);
    expect(server().outbox.map(({ to }) => to)).toContain(family().ben.phoneNumber);
    expect((await answer(false)).status).toBe(200);
    await anna.client.call(acknowledgeHelpRequest, { params: { id: (await show()).id } });
    expect(await show()).toMatchObject({ helper: { name: "Anna Reyes" } });
  });

  test("“Not yet” a second time says that Rose asked again now", async () => {
    const { anna, promise, answer } = await asked();
    await answer(false);
    await pass(minuteMs);
    await promise(anna, { kind: "CALLING" });
    await pass(10 * minuteMs);
    const { receipts } = (await answer(false)).body;
    const ofRose = receipts.filter(({ state, person }) => state === "ACCEPTED" && person?.name === "Rose");
    expect(ofRose.map(({ at }) => at)).toEqual([inMinutes(0)]);
  });

  test("only Rose can answer, and only once she is asked", async () => {
    const { anna, promise, answer, show } = await roseAsks();
    await promise(anna, { kind: "CALLING" });
    expect((await answer(false, anna)).status).toBe(403);
    await answer(false);
    expect(await show()).toMatchObject({ helper: { name: "Anna Reyes" }, promise: { kind: "CALLING" } });
  });
});

describe("a promise ends", () => {
  test("with “I can't help Rose after all”: the others are asked at once, and Anna only if nobody takes it for two minutes", async () => {
    const { anna, ben, promise, handOn, show } = await roseAsks();
    await anna.client.call(recordReceipt, {
      params: { id: (await show()).id },
      body: { state: "SEEN" },
    });
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    const { body } = await handOn(anna);
    expect(body).toMatchObject({ state: "SEEN", helper: null, promise: null });
    expect((await show()).handedOn).toEqual({ person: { id: anna.id, name: anna.name }, at: inMinutes(0) });
    await pass(0);
    const asked = pushed().filter(({ title }) => title === "Rose needs help");
    expect(asked).toHaveLength(1);
    await pass(3 * minuteMs);
    expect(
      server()
        .outbox.map(({ to }) => to)
        .sort(),
    ).toEqual([anna.phoneNumber, ben.phoneNumber].sort());
    await pass(20 * minuteMs);
    expect(titles()).not.toContain("Time to call Rose");
    await ben.client.call(acknowledgeHelpRequest, { params: { id: (await show()).id } });
    expect((await show()).handedOn).toBeNull();
    expect(await handOn(anna)).toMatchObject({ status: 409, body: { message: "Ben is already helping." } });
  });

  test("the first contact is texted a minute after Ben can't help after all, although he has seen it", async () => {
    const { id, anna, ben, take, handOn } = await roseAsks();
    await ben.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
    await take(ben);
    await handOn(ben);
    server().outbox.length = 0;
    await pass(minuteMs);
    expect(server().outbox.map(({ to }) => to)).toEqual([anna.phoneNumber]);
  });

  test("handing on twice is the same as once, and only the helper can do it", async () => {
    const { anna, ben, take, handOn, show } = await roseAsks();
    expect(await handOn(ben)).toMatchObject({
      status: 409,
      body: { message: "You are not helping with this." },
    });
    await take(anna);
    expect((await handOn(ben)).body).toMatchObject({ message: "Anna Reyes is already helping." });
    const [one, other] = await Promise.all([handOn(anna), handOn(anna)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(await show()).toMatchObject({ helper: null, handedOn: { person: { id: anna.id } } });
  });

  test("when Rose closes the request, and returns when she undoes that", async () => {
    const { anna, rose, promise, show, id } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    const { promise: before } = await show();
    await rose.client.call(resolveHelpRequest, { params: { id } });
    expect((await show()).promise).toBeNull();
    expect(await promise(anna, { kind: "CALLING" })).toMatchObject({
      status: 409,
      body: { message: "Rose does not need this anymore." },
    });
    await rose.client.call(undoHelpRequestEnd, { params: { id } });
    expect((await show()).promise).toEqual(before);
    await pass(10 * minuteMs);
    expect(titles()).toContain("Time to call Rose");
  });

  test("when the request is canceled in the meantime: no reminder is sent", async () => {
    const { anna, rose, promise, handOn, id } = await roseAsks();
    await promise(anna, { kind: "CALL_AT", minutes: 10 });
    await handOn(anna);
    await rose.client.call(cancelHelpRequest, { params: { id } });
    expect(await handOn(anna)).toMatchObject({
      status: 409,
      body: { message: "Rose does not need this anymore." },
    });
    await pass(30 * minuteMs);
    expect(titles()).not.toContain("Time to call Rose");
  });

  test("when the helper leaves the family", async () => {
    const joe = await join(server(), family().anna, "child", "Joe");
    const { promise, show } = await roseAsks();
    await promise(joe, { kind: "CALL_AT", minutes: 10 });
    await joe.client.call(leaveFamily);
    expect(await show()).toMatchObject({ helper: null, promise: null });
    await pass(10 * minuteMs);
    expect(server().outbox.filter(({ to }) => to === joe.phoneNumber)).toEqual([]);
  });
});

test("somebody who was removed from the family gets no message about a missed promise, even one that could not leave before", async () => {
  const joe = await join(server(), family().anna, "child", "Joe");
  const { anna, promise, answer } = await roseAsks();
  await promise(joe, { kind: "CALL_AT", minutes: 10 });
  await pass(10 * minuteMs);
  await pass(10 * minuteMs);
  const send = vi
    .spyOn(server().world.senders, "sms")
    .mockRejectedValue(new SendError("transient", "It is down"));
  await answer(false);
  await pass(0);
  expect(send.mock.calls.map(([{ to }]) => to)).toContain(joe.phoneNumber);
  send.mockRestore();
  await proveFreshly(server(), anna);
  await anna.client.call(removeMember, { params: { id: joe.id } });
  for (let minutes = 0; minutes < 5; minutes += 1) await pass(minuteMs);
  expect(server().outbox.map(({ to }) => to)).toContain(family().ben.phoneNumber);
  const afterwards = server().outbox.filter(({ text }) => text.includes("still waiting"));
  expect(afterwards).toEqual([]);
});

test("a server that was down at the promised time reminds Anna, and asks Rose, when it is back", async () => {
  const { anna, promise, show } = await roseAsks();
  await promise(anna, { kind: "CALL_AT", minutes: 10 });
  await pass(25 * minuteMs);
  expect(titles()).toContain("Time to call Rose");
  await pass(0);
  expect((await show()).promise?.askedAt).toBe(inMinutes(0));
});

test("another family can neither see nor change any of it", async () => {
  const { id, anna, promise, show } = await roseAsks();
  await promise(anna, { kind: "CALLING" });
  const stranger = (await reyesFamily(server())).anna;
  const params = { id };
  expect((await stranger.client.ask(promiseHelp, { params, body: { kind: "COMING" } })).status).toBe(404);
  expect((await stranger.client.ask(handOnHelpRequest, { params })).status).toBe(404);
  expect((await stranger.client.ask(answerPromise, { params, body: { isKept: false } })).status).toBe(404);
  expect((await show()).promise).toMatchObject({ kind: "CALLING" });
});
