import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import type { Person } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { helpRequestsPerHour: 1_000_000 } });

const { family, ask, show } = useHelpFamily(server, { emails: ["anna"], pushes: ["anna"] });
beforeEach(() => vi.restoreAllMocks());

const refuse = (channel: "push" | "sms" | "email", kind: SendError["kind"]) =>
  vi.spyOn(server().world.senders, channel).mockRejectedValue(new SendError(kind, "It did not leave"));

/** Lets time pass for a server that nothing wakes: it polls every `step`. */
async function pass(milliseconds: number, step = 15_000) {
  for (let passed = 0; passed < milliseconds; passed += step) {
    server().clock.advance(step);
    await deliverDue(server().world);
  }
}

const count = (state: "WAITING" | "ACCEPTED") =>
  server()
    .database.kysely.selectFrom("messages")
    .where("state", "=", state)
    .select("id")
    .execute()
    .then((rows) => rows.length);

/** Adds texts to Anna that have been tried this many times and are due after this wait. */
async function addWaiting(howMany: number, attempts: number, wait: number) {
  const { anna, rose } = family();
  const now = server().clock.now();
  const due = new Date(now.getTime() + wait);
  const leaseUntil = attempts > 0 ? now : null;
  await sql`with asked as (
      insert into help_requests (family_id, asked_by, idempotency_key, phrase, state, asked_at)
      select ${anna.familyId}, ${rose.id}, gen_random_uuid(), 'Wish ' || n, 'ACCEPTED', ${now}
      from generate_series(1, ${howMany}::integer) as n
      returning family_id, id
    )
    insert into messages
      (kind, is_urgent, family_id, subject_id, person_id, channel, about, created_at, due_at, lease_until, attempts)
    select 'help', true, family_id, id, ${anna.id}, 'sms', 'ASKED', ${now}, ${due}, ${leaseUntil}::timestamptz, ${attempts}
    from asked`.execute(server().database.kysely);
}

/** The times at which each text was tried, in seconds from now. */
function timesOfTexts() {
  const began = server().clock.now().getTime();
  const tries: { to: string; at: number }[] = [];
  const sms = vi.spyOn(server().world.senders, "sms").mockImplementation(({ to }) => {
    tries.push({ to, at: (server().clock.now().getTime() - began) / 1_000 });
    return Promise.reject(new SendError("transient", "It did not leave"));
  });
  const to = ({ phoneNumber }: Person) => tries.filter((one) => one.to === phoneNumber).map(({ at }) => at);
  return { to, end: () => sms.mockRestore() };
}

test("with every provider down for half an hour, each step is tried on time, and two minutes later everything has been sent", {
  tags: "extended",
}, async () => {
  const downs = (["email", "push"] as const).map((channel) => refuse(channel, "unknown"));
  const texts = timesOfTexts();
  const id = await ask();
  await pass(30 * minuteMs);
  expect(texts.to(family().anna)).toEqual(expect.arrayContaining([60, 180, 600, 1500]));
  expect(texts.to(family().ben)).toEqual(expect.arrayContaining([180, 600, 1500]));
  expect(await show(id)).toMatchObject({ state: "UNREACHABLE" });
  expect(await count("WAITING")).toBe(4);
  for (const down of downs) down.mockRestore();
  texts.end();
  await pass(2 * minuteMs);
  expect(await count("WAITING")).toBe(0);
  expect(await count("ACCEPTED")).toBe(4);
  expect(await show(id)).toMatchObject({ state: expect.stringMatching(/HANDED_OVER|ESCALATED/) });
});

test("a provider that is down is probed once a minute, however many messages wait for it", {
  tags: "extended",
}, async () => {
  await addWaiting(200, 6, 15 * minuteMs);
  const texts = timesOfTexts();
  await pass(10 * minuteMs);
  const { length } = texts.to(family().anna);
  expect(length).toBeGreaterThanOrEqual(8);
  expect(length).toBeLessThanOrEqual(10);
});

test("at most fifty waiting messages are sent per second", { tags: "extended" }, async () => {
  await addWaiting(500, 6, 15 * minuteMs);
  server().clock.advance(minuteMs);
  const inSeconds: number[] = [];
  for (let second = 0; second < 15; second += 1) {
    const before = await count("ACCEPTED");
    await pass(1_000, 1_000);
    inSeconds.push((await count("ACCEPTED")) - before);
  }
  expect(Math.max(...inSeconds)).toBeLessThanOrEqual(50);
  expect(await count("WAITING")).toBe(0);
});

test("failed messages become due when a retry of another one succeeds, and not when a first attempt does", async () => {
  await addWaiting(1, 6, 15 * minuteMs);
  await addWaiting(1, 0, 0);
  await pass(15_000);
  expect([await count("WAITING"), await count("ACCEPTED")]).toEqual([1, 1]);
  await addWaiting(1, 1, 0);
  await pass(15_000);
  await pass(15_000);
  expect([await count("WAITING"), await count("ACCEPTED")]).toEqual([0, 3]);
});

test("a text that is never accepted is tried every minute for an hour, and then at its own times", {
  tags: "extended",
}, async () => {
  await addWaiting(1, 6, dayMs);
  const texts = timesOfTexts();
  await pass(hourMs);
  const { length } = texts.to(family().anna);
  expect(length).toBeGreaterThan(40);
  await pass(11 * minuteMs);
  expect(texts.to(family().anna)).toHaveLength(length);
});
