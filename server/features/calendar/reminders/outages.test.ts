// A reminder is sent once, whichever provider or server fails.
import { afterEach, expect, test, vi } from "vitest";
import { getReminders } from "#contract/calendar/reminders.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { sendReminders } from "#tests/support/due-work.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { advanceClockTo, choose, messagesTo } from "#tests/support/reminders.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { reminderTextsPerDay: 3 } });
const messagesOf = (person: Person) => messagesTo(server(), person);
const at = (clockTime: string) => advanceClockTo(server(), clockTime);
const fails = (kind: SendError["kind"]) =>
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new SendError(kind, "down"));

afterEach(() => void vi.restoreAllMocks());

async function listener(day: string): Promise<Person> {
  await at(`${day}T07:30`);
  const anna = await signUp(server());
  await choose(anna);
  await plan(anna, { startDate: `${day}T10:00`, endDate: `${day}T11:00` });
  return anna;
}
const inAnHour = "Dentist is today at 10:00 AM. Where: Mill Street.";

test.each(["transient", "unknown"] as const)(
  "a message whose failure is %s is retried until it is sent",
  async (kind) => {
    const anna = await listener("2026-11-24");
    fails(kind);
    await at("2026-11-24T09:00");
    expect(messagesOf(anna)).toEqual([]);
    await at("2026-11-24T09:00:31");
    await at("2026-11-24T09:30");
    expect(messagesOf(anna)).toEqual([inAnHour]);
  },
);

test("a provider that is down is no longer asked once the event has begun", async () => {
  const anna = await listener("2026-11-25");
  const sms = vi.spyOn(server().world.senders, "sms").mockRejectedValue(new SendError("transient", "down"));
  await at("2026-11-25T09:00");
  await at("2026-11-25T09:59");
  const tries = sms.mock.calls.length;
  await at("2026-11-25T10:00");
  vi.restoreAllMocks();
  await at("2026-11-25T10:30");
  expect([tries, messagesOf(anna)]).toEqual([2, []]);
});

test("a reminder that was refused permanently is not retried", async () => {
  const anna = await listener("2026-11-26");
  fails("permanent");
  await at("2026-11-26T09:00");
  await at("2026-11-26T09:30");
  expect(messagesOf(anna)).toEqual([]);
});

test("of two servers at the same moment, one sends it", async () => {
  const anna = await listener("2026-11-27");
  const other = await startServer({ databaseUrl: server().databaseUrl });
  try {
    other.clock.advance(Date.parse("2026-11-27T14:00:00Z") - other.clock.now().getTime());
    server().clock.advance(other.clock.now().getTime() - server().clock.now().getTime());
    const worlds = [server().world, other.world];
    await Promise.all([...worlds, ...worlds].map(sendReminders));
    expect([...messagesOf(anna), ...messagesTo(other, anna)]).toEqual([inAnHour]);
  } finally {
    await other.stop();
  }
});

test("what a server was sending when it died is sent by another after 30 seconds", async () => {
  const anna = await listener("2026-11-28");
  const sms = vi.spyOn(server().world.senders, "sms").mockReturnValueOnce(new Promise(() => {}));
  server().clock.advance(Date.parse("2026-11-28T14:00:00Z") - server().clock.now().getTime());
  void sendReminders(server().world);
  await expect.poll(() => sms.mock.calls.length).toBe(1);
  await at("2026-11-28T09:00:29");
  expect(messagesOf(anna)).toEqual([]);
  await at("2026-11-28T09:00:30");
  expect(messagesOf(anna)).toEqual([inAnHour]);
});

test("nobody gets more texts in a day than the limit", async () => {
  const anna = await listener("2026-11-29");
  for (const title of ["Lunch", "Walk", "Cards"])
    await plan(anna, { ...dentist, title, startDate: "2026-11-29T10:00", endDate: "2026-11-29T12:00" });
  await at("2026-11-29T09:00");
  expect(messagesOf(anna)).toHaveLength(3);
  await at("2026-11-30T09:00");
  await plan(anna, { startDate: "2026-11-30T10:00", endDate: "2026-11-30T11:00" });
  await at("2026-11-30T09:01");
  expect(messagesOf(anna)).toHaveLength(4);
  expect(await anna.client.call(getReminders)).toMatchObject({ isOn: true });
});
