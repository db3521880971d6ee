// As a week goes by, everybody who helps is tested once, at a reasonable hour of their family.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { changeRole } from "#contract/families.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { checkReachability } from "#tests/support/due-work.ts";
import { moveTo } from "#tests/support/events.ts";
import { inLong } from "#tests/support/long-form.ts";
import { join, type Person, reyesFamily, signUp, staySignedIn } from "#tests/support/people.ts";
import { testTokenIn } from "#tests/support/reachability.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { weeklyTests } from "./weekly-tests.ts";

const newYork = "America/New_York";

/** Moves the clock to a local time of the family and sends the tests that are due then. */
async function advanceClockTo({ clock, world }: TestServer, time: string) {
  const then = Temporal.PlainDateTime.from(time).toZonedDateTime(newYork);
  clock.advance(then.epochMilliseconds - clock.now().getTime());
  await checkReachability(world);
}
const onWall = (at: Date) => String(at.toTemporalInstant().toZonedDateTimeISO(newYork).toPlainDateTime());

interface Sent {
  to: number;
  at: string;
}

/** Each test that was sent by push, with its recipient and time. */
function recordTests(server: TestServer): Sent[] {
  const sent: Sent[] = [];
  vi.spyOn(server.world.senders, "push").mockImplementation(async ({ subscription, payload }) => {
    const { kind } = PushPayload.parse(JSON.parse(payload));
    if (kind === "test")
      sent.push({ to: Number(subscription.endpoint.split("/").at(-1)), at: onWall(server.clock.now()) });
  });
  return sent;
}
const testsTo = (server: TestServer, { phoneNumber, id }: Person) => ({
  texts: server.outbox.filter(({ to, text }) => to === phoneNumber && text.includes("This is only a test"))
    .length,
  emails: server.mailbox.filter(
    ({ to, text }) => to.startsWith(`person-${id}@`) && text.includes("only a test"),
  ).length,
});

/** Everybody answers what they are sent. */
async function answerAll(server: TestServer) {
  const messages = [...server.outbox, ...server.mailbox].map(({ text }) => text);
  for (const text of messages) {
    const token = testTokenIn(text);
    if (token) await new Client(server.url).fetch("POST", `/api/test-answers/${token}`);
  }
}

// A year from November 20, a Friday, over March 14 and November 7.
const firstDay = Temporal.PlainDate.from("2026-11-20");
const weeks = Array.from({ length: 52 }, (_, week) => week);
const wholeWeeks = inLong(weeks, [0, 1, 15, 16, 17, 49, 50, 51]);
/** The long form checks every day; the short one checks the Saturdays, and every day around the changes of the clocks. */
const checkedDays = weeks.flatMap((week) =>
  (wholeWeeks.includes(week) ? [0, 1, 2, 3, 4, 5, 6] : [1]).map((day) =>
    firstDay.add({ weeks: week, days: day }),
  ),
);

describe("on the app", () => {
  const server = useServer();

  test("each week one test to everybody who helps, at ten on Saturday, over both changes of the clock, by one of two servers", {
    timeout: 60_000,
  }, async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    for (const person of [anna, ben, rose]) await subscribeToPush(person);
    await staySignedIn(server());
    const other = await startServer({ databaseUrl: server().databaseUrl });
    const sent = [recordTests(server()), recordTests(other)];
    for (const day of checkedDays)
      for (const time of ["09:59", "10:00"])
        await Promise.all([server(), other].map((one) => advanceClockTo(one, `${day}T${time}`)));
    await other.stop();
    const saturdays = weeks.map((week) => `${firstDay.add({ days: 1, weeks: week })}T10:00:00`);
    const timesTo = ({ id }: Person) =>
      sent
        .flat()
        .filter(({ to }) => to === id)
        .map(({ at }) => at)
        .sort();
    expect(timesTo(anna)).toEqual(saturdays);
    expect(timesTo(ben)).toEqual(saturdays);
    expect(timesTo(rose)).toEqual([]);
  });
});

describe("one week", () => {
  const server = useServer();
  beforeEach(async () => {
    await checkReachability(server().world);
    for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
  });

  test("without the app the test goes by e-mail, or by text every fourth week if there is no other channel", async () => {
    const anna = await signUp(server());
    const ben = await join(server(), anna, "child", "Ben");
    await addEmail(server(), ben);
    for (let week = 0; week < 9; week += 1) {
      const saturday = Temporal.PlainDate.from("2026-11-21").add({ weeks: week });
      await advanceClockTo(server(), `${saturday.subtract({ days: 1 })}T12:00`);
      await advanceClockTo(server(), `${saturday}T10:00`);
      await answerAll(server());
    }
    expect(testsTo(server(), anna)).toEqual({ texts: 3, emails: 0 });
    expect(testsTo(server(), ben)).toEqual({ texts: 0, emails: 9 });
  });

  test("when the app stays silent for two weeks, the next channel is tested too", async () => {
    const anna = await signUp(server());
    await subscribeToPush(anna);
    await addEmail(server(), anna);
    await staySignedIn(server());
    const start = Temporal.PlainDate.from("2027-02-06");
    for (let week = 0; week < 4; week += 1) {
      await advanceClockTo(server(), `${start.add({ weeks: week }).subtract({ days: 1 })}T12:00`);
      await advanceClockTo(server(), `${start.add({ weeks: week })}T10:00`);
    }
    const pushes = server().pushed.filter(({ subscription }) =>
      subscription.endpoint.endsWith(`/${anna.id}`),
    );
    expect(pushes).toHaveLength(4);
    expect(testsTo(server(), anna)).toEqual({ texts: 0, emails: 2 });
  });

  test("a permanent failure goes to the next channel at once; a transient one is retried on the same day", async () => {
    const anna = await signUp(server());
    await addEmail(server(), anna);
    await advanceClockTo(server(), "2027-03-05T12:00");
    const email = vi.spyOn(server().world.senders, "email");
    const failures = [new SendError("transient", "busy"), new SendError("permanent", "full", "full")];
    email.mockImplementation(async ({ to }) => {
      const failure = to.startsWith(`person-${anna.id}@`) && failures.shift();
      if (failure) throw failure;
    });
    await advanceClockTo(server(), "2027-03-06T10:00");
    await advanceClockTo(server(), "2027-03-06T10:04");
    expect(testsTo(server(), anna)).toEqual({ texts: 0, emails: 0 });
    await advanceClockTo(server(), "2027-03-06T10:05");
    await advanceClockTo(server(), "2027-03-06T10:06");
    expect(testsTo(server(), anna)).toEqual({ texts: 1, emails: 0 });
    email.mockRestore();
  });

  test("a server that was off on Saturday sends the test later, by day, and the next one on a Saturday at least three days later", async () => {
    const anna = await signUp(server());
    await addEmail(server(), anna);
    await advanceClockTo(server(), "2027-04-02T12:00");
    await advanceClockTo(server(), "2027-04-05T22:00");
    expect(testsTo(server(), anna).emails).toBe(0);
    await advanceClockTo(server(), "2027-04-06T10:00");
    expect(testsTo(server(), anna).emails).toBe(1);
    await advanceClockTo(server(), "2027-04-10T09:59");
    expect(testsTo(server(), anna).emails).toBe(1);
    await advanceClockTo(server(), "2027-04-10T10:00");
    expect(testsTo(server(), anna).emails).toBe(2);
  });

  test("a test that a server was sending when it died is sent by another after 30 seconds", async () => {
    const anna = await signUp(server());
    await addEmail(server(), anna);
    await advanceClockTo(server(), "2027-05-07T12:00");
    const email = vi.spyOn(server().world.senders, "email");
    const before = email.mock.calls.length;
    email.mockReturnValueOnce(new Promise(() => {}));
    void advanceClockTo(server(), "2027-05-08T10:00");
    await expect.poll(() => email.mock.calls.length).toBe(before + 1);
    await advanceClockTo(server(), "2027-05-08T10:00:29");
    expect(testsTo(server(), anna).emails).toBe(0);
    await advanceClockTo(server(), "2027-05-08T10:00:30");
    expect(testsTo(server(), anna).emails).toBe(1);
  });

  test("somebody who no longer helps is no longer tested", async () => {
    const { anna, ben } = await reyesFamily(server());
    await addEmail(server(), ben);
    await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "grandparent" } });
    await advanceClockTo(server(), "2027-06-04T12:00");
    await advanceClockTo(server(), "2027-06-05T10:00");
    expect(testsTo(server(), ben)).toEqual({ texts: 0, emails: 0 });
  });

  test("thirty helpers who are due together are planned in one transaction", async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => signUp(server())));
    for (const person of people) await addEmail(server(), person);
    await advanceClockTo(server(), "2027-07-02T12:00");
    const transactions = vi.spyOn(server().database.kysely, "transaction");
    server().clock.advance(22 * hourMs);
    await runDue(server().world, weeklyTests);
    expect(transactions.mock.calls.length).toBe(1);
    transactions.mockRestore();
    await checkReachability(server().world);
    expect(people.map((person) => testsTo(server(), person).emails)).toEqual(people.map(() => 1));
  });

  test("a test that cannot be planned does not hold up those of other people", async () => {
    const [anna, nora] = [await signUp(server()), await signUp(server(), { name: "Nora Nash" })];
    for (const person of [anna, nora]) await addEmail(server(), person);
    await advanceClockTo(server(), "2027-07-30T12:00");
    await moveTo(server(), nora, "Nowhere");
    await advanceClockTo(server(), "2027-07-31T10:00");
    expect(testsTo(server(), anna).emails).toBe(1);
    await moveTo(server(), nora, newYork);
  });
});
