// Urgent messages never wait for other messages.
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { queues } from "#server/schedule.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { choose } from "#tests/support/reminders.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const dueReminders = 10_000;
/** The most messages that are not urgent which one channel sends at once. */
const remindersAtOnce = 20;

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await stop?.();
});

/** Reminders of tomorrow's events that are due now, each with its message in the outbox. */
async function addReminders(person: Person, channel: "push" | "sms") {
  const { id, familyId } = person;
  await choose(person, { channel });
  const now = server().clock.now();
  await sql`
    with added as (
      insert into reminders (family_id, person_id, event_id, message, title, location, category, source, is_all_day,
        starts_on_clock)
      select ${familyId}, ${id}, 'event-' || n, 'begins', 'Event ' || n, '', 'family', 'manual', true, '2026-11-21'
      from generate_series(1, ${dueReminders}::integer) as n
      returning id
    )
    insert into messages (kind, about, is_urgent, subject_id, family_id, person_id, channel, created_at, due_at)
    select 'reminder', '1', false, id, ${familyId}, ${id}, ${channel}, ${now}, ${now} from added`.execute(
    server().database.kysely,
  );
  // A check would delete the reminders, because there are no such events.
  await sql`update reminder_choices set check_at = ${now}::timestamptz + interval '1 day' where person_id = ${id}`.execute(
    server().database.kysely,
  );
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from messages where kind = 'reminder' and state = 'WAITING'`.execute(
    server().database.kysely,
  );
  return rows[0]?.count ?? 0;
}

test("with 10,000 reminders due on the same channel, whose provider hangs, a request's first message is sent", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await subscribeToPush(anna);
  await subscribeToPush(ben);
  await addReminders(ben, "push");
  const { push } = server().world.senders;
  const hung = Promise.withResolvers<void>();
  const asked: string[] = [];
  let reminders = 0;
  vi.spyOn(server().world.senders, "push").mockImplementation(async (message) => {
    if (message.payload.includes('"kind":"reminder"')) {
      reminders += 1;
      return await hung.promise;
    }
    asked.push(message.payload);
    return await push(message);
  });
  stop = await startWorkers(server().world, queues);
  await expect.poll(() => reminders, { timeout: 10_000 }).toBeGreaterThan(0);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(2);
  expect(reminders).toBeLessThanOrEqual(remindersAtOnce);
  expect(await waiting()).toBe(dueReminders);
  hung.resolve();
});
