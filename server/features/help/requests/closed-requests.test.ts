import { describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { changeRole, leaveFamily, type Role } from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  cancelHelpRequest,
  makeUrgent,
  recordReceipt,
  reopenHelpRequest,
  resolveHelpRequest,
  undoHelpRequestEnd,
} from "#contract/help/requests.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { queues } from "#server/schedule.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { inLong } from "#tests/support/long-form.ts";
import { join, type Person, proveFreshly } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { helpRequestsPerHour: 1_000_000 } });

const { family, ask, show, pass, titles } = useHelpFamily(server, { pushes: ["anna"] });

async function roseAsks() {
  const { anna, ben, rose } = family();
  const id = await ask();
  const params = { id };
  return {
    id,
    anna,
    ben,
    rose,
    show: () => show(id),
    see: () => anna.client.call(recordReceipt, { params, body: { state: "SEEN" } }),
    take: ({ client }: Person) => client.ask(acknowledgeHelpRequest, { params }),
    finish: ({ client }: Person) => client.ask(resolveHelpRequest, { params }),
    takeBack: () => rose.client.ask(cancelHelpRequest, { params }),
    notYet: () => rose.client.ask(reopenHelpRequest, { params }),
    undo: ({ client } = rose) => client.ask(undoHelpRequestEnd, { params }),
  };
}

const needs = "Rose needs help";
const closed = { status: 409, body: { message: "This is closed. Please ask again." } };

describe("“Undo” of “I'm OK now”", () => {
  test("reopens a request that nobody had taken, and at once asks those again who had heard that it was over", async () => {
    const { id, takeBack, undo } = await roseAsks();
    await pass(minuteMs);
    await takeBack();
    await pass(0);
    server().outbox.length = 0;
    expect(await undo()).toMatchObject({ status: 200, body: { state: "ACCEPTED", helper: null } });
    await pass(0);
    expect(titles(id)).toEqual([needs, "Rose does not need this anymore", needs]);
    expect(server().outbox.map(({ to }) => to)).toEqual([family().anna.phoneNumber]);
    await pass(3 * minuteMs);
    expect(server().outbox.filter(({ to }) => to === family().ben.phoneNumber)).toHaveLength(1);
  });

  test("stops the messages that said it was over before they are sent", async () => {
    const { id, takeBack, undo } = await roseAsks();
    await pass(0);
    await takeBack();
    await undo();
    await pass(minuteMs);
    expect(titles(id)).toEqual([needs, needs]);
    expect(server().outbox.map(({ text }) => text.slice(0, 15))).toEqual([needs]);
  });

  test("a message about the end names who said that it is done, because only Rose can say that she was helped", async () => {
    const first = await roseAsks();
    await pass(0);
    await first.finish(first.ben);
    const second = await roseAsks();
    await pass(0);
    await second.finish(second.rose);
    await pass(0);
    expect(titles(first.id)).toEqual([needs, "Ben said it's done for Rose"]);
    expect(titles(second.id)).toEqual([needs, "Rose is OK now"]);
  });

  test("lets Ben continue to help, and asks nobody again", async () => {
    const { ben, rose, take, finish, undo, show } = await roseAsks();
    await take(ben);
    await finish(rose);
    expect(await undo()).toMatchObject({ body: { state: "ACKNOWLEDGED", helper: { id: ben.id } } });
    await pass(59 * minuteMs);
    expect([titles(), server().outbox]).toEqual([[], []]);
    await pass(minuteMs);
    expect(server().outbox.map(({ to }) => to)).toEqual([ben.phoneNumber]);
    expect((await show()).receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "ACKNOWLEDGED"]);
  });

  test("asks the others again when Ben has left the family in the meantime", async () => {
    const joe = await join(server(), family().anna, "child", "Joe");
    const { rose, take, finish, undo } = await roseAsks();
    await take(joe);
    await finish(rose);
    await joe.client.call(leaveFamily);
    expect(await undo()).toMatchObject({ body: { state: "ACCEPTED", helper: null } });
  });

  test("works for Rose alone, and only right away", async () => {
    const { anna, takeBack, undo, show } = await roseAsks();
    await takeBack();
    expect((await undo(anna)).status).toBe(403);
    expect((await undo(await join(server(), anna, "grandparent", "Walter"))).status).toBe(404);
    server().clock.advance(5 * minuteMs);
    expect(await undo()).toMatchObject(closed);
    expect((await show()).state).toBe("CANCELLED");
  });

  test("twenty times at once reopens it once", async () => {
    const { id, takeBack, undo } = await roseAsks();
    await takeBack();
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await pass(0);
    expect(titles(id)).toHaveLength(1);
  });

  test("asks nobody again who is a grandparent by now, though they had heard that it was over", async () => {
    const { id, anna, ben, takeBack, undo } = await roseAsks();
    await pass(3 * minuteMs);
    await takeBack();
    await pass(0);
    const heard = () => server().outbox.filter(({ to }) => to === ben.phoneNumber).length;
    const before = heard();
    expect(before).toBeGreaterThan(1);
    const setRole = async (role: Role) => {
      await proveFreshly(server(), anna);
      await anna.client.call(changeRole, { params: { id: ben.id }, body: { role } });
    };
    await setRole("grandparent");
    expect(await undo()).toMatchObject({ body: { state: "ACCEPTED" } });
    for (let minute = 0; minute < 15; minute += 1) await pass(minuteMs);
    expect(titles(id).at(-1)).toMatch(needs);
    expect(heard()).toBe(before);
    await setRole("child");
  });

  test("says so when nobody is left to ask", async () => {
    const { rose } = family();
    const { takeBack, undo } = await roseAsks();
    await takeBack();
    const { kysely } = server().database;
    const helpers = kysely.updateTable("memberships").where("family_id", "=", rose.familyId);
    await helpers.where("role", "=", "child").set({ role: "grandparent" }).execute();
    await helpers.where("role", "=", "admin").set({ role: "grandparent" }).execute();
    expect(await undo()).toMatchObject({ body: { state: "UNREACHABLE", recipients: 0 } });
    await helpers.where("person_id", "=", family().anna.id).set({ role: "admin" }).execute();
    await helpers.where("person_id", "=", family().ben.id).set({ role: "child" }).execute();
  });
});

describe("“Does it work now?”", () => {
  test("“Undo” of “Yes” brings the question back", async () => {
    const { ben, rose, take, finish, undo, notYet } = await roseAsks();
    await take(ben);
    await finish(ben);
    await finish(rose);
    expect(await notYet()).toMatchObject(closed);
    expect(await undo()).toMatchObject({ status: 200, body: { state: "RESOLVED", helper: { id: ben.id } } });
    expect(await notYet()).toMatchObject({ status: 200, body: { state: "ACCEPTED", helper: null } });
  });

  test("“Not yet” starts over: Rose is named with the time, and the earlier receipts are gone", async () => {
    const { ben, see, take, finish, notYet } = await roseAsks();
    await see();
    await take(ben);
    await finish(ben);
    server().clock.advance(10 * minuteMs);
    const { body } = await notYet();
    const again = { state: "ACCEPTED", person: { id: family().rose.id, name: "Rose" } };
    expect(body.receipts).toMatchObject([
      { state: "ACCEPTED", person: null },
      { ...again, at: server().clock.now().toISOString() },
    ]);
    await see();
    await finish(ben);
    server().clock.advance(10 * minuteMs);
    const { receipts } = (await notYet()).body;
    expect(receipts).toHaveLength(2);
    expect(receipts[1]).toMatchObject({ ...again, at: server().clock.now().toISOString() });
  });

  test("“Not yet” of an urgent request starts an urgent plan", async () => {
    const { id, ben, rose, finish, notYet } = await roseAsks();
    await rose.client.call(makeUrgent, { params: { id } });
    await finish(ben);
    await notYet();
    await pass(0);
    const texts = server().outbox.map(({ to, text }) => [to, text.slice(0, 7)]);
    expect(texts.sort()).toEqual(
      [family().anna, ben].map(({ phoneNumber }) => [phoneNumber, "URGENT:"]).sort(),
    );
  });
});

describe("undone while messages about it are being sent", () => {
  test("it ends in one of the two states, and the last message to Anna is true", {
    timeout: 60_000,
  }, async () => {
    const stop = await startWorkers(server().world, queues);
    for (let round = 0; round < 20; round += inLong(1, 4)) {
      server().clock.advance(minuteMs);
      const { id, ben, take, takeBack, show } = await roseAsks();
      await new Promise((resolve) => setTimeout(resolve, round * 18));
      const [taken, back] = await Promise.all([take(ben), takeBack()]);
      expect([taken.status, back.status].sort()).toEqual([200, 409]);
      expect((await show()).state).toBe(taken.status === 200 ? "ACKNOWLEDGED" : "CANCELLED");
      const end = taken.status === 200 ? "Ben will help Rose" : "Rose does not need this anymore";
      const { kysely } = server().database;
      const waiting = kysely.selectFrom("messages").select("id").where("state", "=", "WAITING");
      const left = () => waiting.where("subject_id", "=", id).execute();
      await expect.poll(left).toEqual([]);
      // She may not hear of a request that she was not asked about. The last message never says that it is open.
      if (titles(id).length) await expect.poll(() => titles(id)).toEqual([needs, end]);
    }
    await stop();
  });
});
