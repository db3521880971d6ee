import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "#contract/activity.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import {
  type ChosenEscalationPlan,
  changeEscalationPlan,
  defaultSteps,
  getEscalationPlan,
  restoreEscalationPlan,
} from "#contract/help/plan.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  makeUrgent,
  reopenHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { checkHelperAfterMs } from "#server/features/help/requests/lifecycle.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { countLockWaits } from "#tests/support/database.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { join, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, ask, show, pass, textsTo } = useHelpFamily(server);
beforeEach(() => family().anna.client.call(restoreEscalationPlan));

const plan = (changes: Partial<ChosenEscalationPlan> = {}): ChosenEscalationPlan => ({
  steps: [...defaultSteps],
  firstContactId: null,
  quietHours: null,
  ...changes,
});
const choose = (chosen: ChosenEscalationPlan) =>
  family().anna.client.ask(changeEscalationPlan, { body: chosen });

/** Moves the clock to this time of a day, in UTC. */
async function passUntil(instant: string) {
  await pass(Date.parse(instant) - server().clock.now().getTime());
}

describe("a plan of the family's own", () => {
  test("applies to requests from then on, and can be reset", async () => {
    const before = await ask();
    const steps = [
      {
        after: 30,
        target: "everyone" as const,
        channels: ["sms" as const],
        again: { everySeconds: 60, times: 1 },
      },
    ];
    expect(await choose(plan({ steps }))).toMatchObject({ status: 200, body: { steps, isDefault: false } });
    await pass(30_000);
    expect(server().outbox).toEqual([]);
    expect((await show(before)).state).toBe("ACCEPTED");
    await ask();
    await pass(29_000);
    expect(textsTo(family().ben)).toBe(0);
    await pass(1_000);
    expect(textsTo(family().ben)).toBe(1);
    await pass(minuteMs);
    await pass(30 * minuteMs);
    const { client } = family().anna;
    await client.call(restoreEscalationPlan);
    expect(await client.call(getEscalationPlan)).toEqual({ ...plan(), isDefault: true });
  });

  test("says who is asked first", async () => {
    await choose(plan({ firstContactId: family().ben.id }));
    await ask();
    await pass(minuteMs);
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([0, 1]);
  });

  test.each([
    ["no line", { steps: [] }, "steps"],
    ["lines in disorder", { steps: [...defaultSteps].reverse() }, "steps"],
    ["quiet hours of no length", { quietHours: { from: "22:00", until: "22:00" } }, "quietHours.until"],
    ["a time that is none", { quietHours: { from: "25:00", until: "07:00" } }, "quietHours.from"],
  ])("%s is refused by its name", async (_what, changes, field) => {
    expect(await choose(plan(changes))).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test("a person who does not help cannot be the first contact", async () => {
    expect(await choose(plan({ firstContactId: family().rose.id }))).toMatchObject({
      status: 400,
      body: {
        message: "Please choose again.",
        fields: { firstContactId: "Please choose someone who helps" },
      },
    });
  });

  test("is not reset in the family's activity when it was the usual one already", async () => {
    const { client } = family().anna;
    const countChanges = async () => (await client.call(listActivity, { query: {} })).activity.length;
    const before = await countChanges();
    await client.call(restoreEscalationPlan);
    expect(await countChanges()).toBe(before);
    await choose(plan());
    await client.call(restoreEscalationPlan);
    expect(await countChanges()).toBe(before + 2);
  });
});

describe("quiet hours", () => {
  test("delay texts until they end, in the family's time zone and over a clock change", async () => {
    await choose(plan({ quietHours: { from: "22:00", until: "07:00" } }));
    // The clocks in New York go back on this night.
    await passUntil("2026-11-01T03:30:00Z");
    await ask();
    await pass(10 * minuteMs);
    expect(server().outbox).toEqual([]);
    await passUntil("2026-11-01T11:59:59Z");
    expect(server().outbox).toEqual([]);
    await passUntil("2026-11-01T12:00:00Z");
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([1, 0]);
    await pass(2 * minuteMs);
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([2, 1]);
  });

  test("delay the question to a helper how it is going until they end", async () => {
    await choose(plan({ quietHours: { from: "22:00", until: "07:00" } }));
    // Half past nine in the evening in New York.
    await passUntil("2026-12-01T02:30:00Z");
    const id = await ask();
    await family().ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await pass(checkHelperAfterMs);
    await passUntil("2026-12-01T11:59:59Z");
    expect(textsTo(family().ben)).toBe(0);
    await passUntil("2026-12-01T12:00:00Z");
    expect(server().outbox.map(({ to, text }) => [to, text])).toEqual([
      [family().ben.phoneNumber, expect.stringContaining("When it's done, please say so")],
    ]);
  });

  test.each([
    ["a second before they begin", "2026-12-02T21:59:59", "2026-12-02T21:59:59"],
    ["when they begin", "2026-12-02T22:00:00", "2026-12-03T07:00:00"],
    ["a second after they begin", "2026-12-02T22:00:01", "2026-12-03T07:00:00"],
    ["a second before they end", "2026-12-03T06:59:59", "2026-12-03T07:00:00"],
    ["when they end", "2026-12-03T07:00:00", "2026-12-03T07:00:00"],
    ["a second after they end", "2026-12-03T07:00:01", "2026-12-03T07:00:01"],
  ])("a text that is due %s leaves at the right second", async (_when, due, sent) => {
    const steps = [{ after: 30, target: "everyone" as const, channels: ["sms" as const] }];
    await choose(plan({ steps, quietHours: { from: "22:00", until: "07:00" } }));
    const inNewYork = (clockTime: string, seconds = 0) =>
      Temporal.PlainDateTime.from(clockTime)
        .toZonedDateTime("America/New_York")
        .add({ seconds })
        .toInstant()
        .toString();
    await passUntil(inNewYork(due, -30));
    await ask();
    await passUntil(inNewYork(sent, -1));
    expect(server().outbox).toEqual([]);
    await passUntil(inNewYork(sent));
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([1, 1]);
  });

  test("that PostgreSQL cannot compute stop nobody's messages", async () => {
    const other = await reyesFamily(server());
    const quietHours = { from: "00:00", until: "23:59" };
    await other.anna.client.call(changeEscalationPlan, { body: plan({ quietHours }) });
    await server()
      .database.kysely.updateTable("families")
      .set({ time_zone: "US/Pacific-New" })
      .where("id", "=", other.anna.familyId)
      .execute();
    await ask();
    await other.rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await pass(3 * minuteMs);
    expect([textsTo(family().ben), textsTo(other.ben)]).toEqual([1, 1]);
  });

  test("do not delay urgent requests", async () => {
    await choose(plan({ quietHours: { from: "00:00", until: "23:59" } }));
    const id = await ask();
    await pass(4 * minuteMs);
    expect(server().outbox).toEqual([]);
    await family().rose.client.call(makeUrgent, { params: { id } });
    await pass(0);
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([1, 1]);
    expect(server().outbox[0]?.text).toMatch(/^URGENT: Rose needs help/);
  });
});

describe("urgent", () => {
  test("the first steps of the plan happen at once, and only the person who asked can mark a request as urgent", async () => {
    const { ben, rose } = family();
    const id = await ask();
    await pass(5_000);
    expect((await ben.client.ask(makeUrgent, { params: { id } })).status).toBe(403);
    expect(await rose.client.call(makeUrgent, { params: { id } })).toMatchObject({ isUrgent: true });
    await pass(0);
    expect([textsTo(family().anna), textsTo(ben)]).toEqual([1, 1]);
    await pass(5 * minuteMs);
    expect([textsTo(family().anna), textsTo(ben)]).toEqual([2, 2]);
  });
});

describe("is it solved?", () => {
  test("“Not yet” reopens the request and asks the family again", async () => {
    const { anna, ben, rose } = family();
    const id = await ask();
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await ben.client.call(resolveHelpRequest, { params: { id } });
    expect((await ben.client.ask(reopenHelpRequest, { params: { id } })).status).toBe(403);
    const open = await rose.client.call(reopenHelpRequest, { params: { id } });
    expect(open).toMatchObject({ state: "ACCEPTED", helper: null });
    await pass(3 * minuteMs);
    expect([textsTo(anna), textsTo(ben)]).toEqual([1, 1]);
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED" });
  });

  test("“Yes” keeps it closed", async () => {
    const { ben, rose } = family();
    const id = await ask();
    await ben.client.call(resolveHelpRequest, { params: { id } });
    const closed = await rose.client.call(resolveHelpRequest, { params: { id } });
    const said = closed.receipts
      .filter(({ state }) => state === "RESOLVED")
      .map(({ person }) => person?.name);
    expect(said).toEqual(["Ben", "Rose"]);
    expect((await rose.client.ask(reopenHelpRequest, { params: { id } })).status).toBe(409);
  });

  test("is not asked if the person who needed help says “Done” at the same moment as the helper", async () => {
    const { ben, rose } = family();
    const { kysely } = server().database;
    for (let round = 0; round < 5; round += 1) {
      const params = { id: await ask() };
      await ben.client.call(acknowledgeHelpRequest, { params });
      const both = await kysely.transaction().execute(async (trx) => {
        await trx.selectFrom("help_requests").select("id").where("id", "=", params.id).forUpdate().execute();
        const sent = [ben, rose].map(({ client }) => client.call(resolveHelpRequest, { params }));
        await expect.poll(() => countLockWaits(kysely)).toBe(2);
        return sent;
      });
      await Promise.all(both);
      const said = (await show(params.id)).receipts.filter(({ state }) => state === "RESOLVED");
      expect(said.map(({ person }) => person?.name)).toContain("Rose");
    }
  });
});

describe("many requests at once", () => {
  test("are sent as one message from the sixth in a minute on, which says how many there are", async () => {
    for (let count = 0; count < 9; count += 1) await ask();
    await pass(minuteMs);
    const toAnna = () => server().outbox.filter(({ to }) => to === family().anna.phoneNumber);
    const before = toAnna().length;
    await pass(15_000);
    const merged = toAnna().slice(before);
    expect(merged).toHaveLength(1);
    expect(merged[0]?.text).toContain("Rose needs help with 4 things");
    const { kysely } = server().database;
    const rows = await kysely.selectFrom("messages").select("state").execute();
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => "ACCEPTED"));
  });

  test("a message about several requests says that one of them is urgent", async () => {
    const id = await ask();
    await ask();
    server().clock.advance(minuteMs);
    await family().rose.client.call(makeUrgent, { params: { id } });
    await pass(0);
    const toAnna = server().outbox.filter(({ to }) => to === family().anna.phoneNumber);
    expect(toAnna.map(({ text }) => text)).toEqual([
      expect.stringContaining("URGENT: Rose needs help with 2 things"),
    ]);
  });

  test("a message about several requests that arrives is a receipt for each of them", async () => {
    await subscribeToPush(family().ben);
    for (let count = 0; count < 5; count += 1) await ask();
    await pass(1_000);
    const merged = [];
    for (let count = 0; count < 20; count += 1) merged.push(await ask());
    await pass(15_000);
    const { payload = "" } = server().pushed.at(-1) ?? {};
    const { title, receiptPath = "" } = PushPayload.parse(JSON.parse(payload));
    expect(title).toBe("Rose needs help with 20 things");
    expect((await new Client(server().url).fetch("POST", receiptPath)).status).toBe(204);
    for (const id of merged) {
      const { state, receipts } = await show(id);
      expect(state).toBe("REACHED");
      expect(receipts.at(-1)?.person?.name).toBe("Ben");
    }
  });

  test("a text message stays within its maximum length", async () => {
    const body = { text: "I need something. ".repeat(16) };
    for (let count = 0; count < 15; count += 1) await family().rose.client.call(askForHelp, { body });
    await pass(2 * minuteMs);
    const lengths = server().outbox.map(({ text }) => text.length);
    expect(Math.max(...lengths)).toBeLessThan(1_600);
    expect(server().outbox.at(-1)?.text).toMatch(/ and \d+ more\. Reply 1 to help/);
  });
});

describe("the clock", () => {
  test("a clock that is set back an hour sends nothing early, and one that jumps a day ahead loses no step", async () => {
    await ask();
    await pass(minuteMs - 2_000);
    await pass(-hourMs);
    expect(server().outbox).toEqual([]);
    await pass(hourMs + 2_000);
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([1, 0]);
    await pass(dayMs);
    expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([2, 1]);
  });
});

test("when the helper leaves the family, the others are asked again", async () => {
  const joe = await join(server(), family().anna, "child", "Joe");
  const id = await ask();
  await joe.client.call(acknowledgeHelpRequest, { params: { id } });
  await joe.client.call(leaveFamily);
  server().outbox.length = 0;
  await pass(minuteMs);
  expect([textsTo(family().anna), textsTo(joe)]).toEqual([1, 0]);
});

test("when the helper of an urgent request leaves the family, the others are asked without delay", async () => {
  const joe = await join(server(), family().anna, "child", "Joe");
  const id = await ask();
  await family().rose.client.call(makeUrgent, { params: { id } });
  await joe.client.call(acknowledgeHelpRequest, { params: { id } });
  await joe.client.call(leaveFamily);
  server().outbox.length = 0;
  await pass(0);
  expect([textsTo(family().anna), textsTo(family().ben)]).toEqual([1, 1]);
});
