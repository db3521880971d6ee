// Each reminder goes out exactly once, whatever fails: a provider, a server, or the server that had claimed
// it.
import { afterEach, expect, test, vi } from "vitest";
import { getReminders } from "#contract/calendar/reminders.ts";
import { Undelivered } from "#server/messages/undelivered.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { type Somebody, signUp } from "#tests/support/people.ts";
import { choose, itIs, messagesTo } from "#tests/support/reminders.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { sendReminders } from "./dispatch.ts";

const server = useServer({ limits: { reminderTextsPerDay: 3 } });
const messagesOf = (person: Somebody) => messagesTo(server(), person);
const at = (clockTime: string) => itIs(server(), clockTime);
const fails = (kind: Undelivered["kind"]) =>
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new Undelivered(kind, "down"));

afterEach(() => void vi.restoreAllMocks());

async function listener(day: string): Promise<Somebody> {
  await at(`${day}T07:30`);
  const anna = await signUp(server());
  await choose(anna);
  await plan(anna, { startDate: `${day}T10:00`, endDate: `${day}T11:00` });
  return anna;
}
const inAnHour = "Dentist is today at 10:00 AM. Where: Mill Street.";

test.each(["passing", "unknown"] as const)(
  "a reminder is retried after a failure that is %s, until it is sent",
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

test("a provider that is down until the event has begun is not called anymore", async () => {
  const anna = await listener("2026-11-25");
  const sms = vi.spyOn(server().world.senders, "sms").mockRejectedValue(new Undelivered("passing", "down"));
  await at("2026-11-25T09:00");
  await at("2026-11-25T09:59");
  const tries = sms.mock.calls.length;
  await at("2026-11-25T10:00");
  vi.restoreAllMocks();
  await at("2026-11-25T10:30");
  expect([tries, messagesOf(anna)]).toEqual([2, []]);
});

test("a number that cannot receive texts is not tried again", async () => {
  const anna = await listener("2026-11-26");
  fails("permanent");
  await at("2026-11-26T09:00");
  await at("2026-11-26T09:30");
  expect(messagesOf(anna)).toEqual([]);
});

test("of two servers at the same moment only one sends", async () => {
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

test("a reminder claimed by a server that died is sent by another one", async () => {
  const anna = await listener("2026-11-28");
  const sms = vi.spyOn(server().world.senders, "sms").mockReturnValueOnce(new Promise(() => {}));
  server().clock.advance(Date.parse("2026-11-28T14:00:00Z") - server().clock.now().getTime());
  void sendReminders(server().world);
  await expect.poll(() => sms.mock.calls.length).toBe(1);
  await at("2026-11-28T09:02");
  expect(messagesOf(anna)).toEqual([]);
  await at("2026-11-28T09:03");
  expect(messagesOf(anna)).toEqual([inAnHour]);
});

test("nobody gets more texts in a day than allowed", async () => {
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
