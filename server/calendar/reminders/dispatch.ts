// Sends the reminders that are due. Each is claimed by one server and sent once.
import { sql } from "kysely";
import { takeAllowances } from "#server/allowances/allowances.ts";
import { maxBatch, processAllDue } from "#server/jobs/due-rows.ts";
import { type Handover, handOver } from "#server/messages/message-sender.ts";
import type { World } from "#server/world.ts";
import { lastMomentOf } from "./moments.ts";
import { type Choice, type Reminder, todayIn } from "./next-events.ts";
import { checkDueChoices } from "./reminder-checks.ts";
import { plannedAs, soonest } from "./reminder-rules.ts";
import { reminderOf } from "./words.ts";

/** A reminder with the channel that its person chose. */
type Due = Reminder & Pick<Choice, "lead_time" | "channel" | "time_zone">;

// Sending a whole batch takes less than this. After it, another server may claim the rows.
const lease = 3 * 60_000;
const pauses = [30_000, 60_000, 2 * 60_000, 5 * 60_000];

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

async function claimDue({ database, clock }: World): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await sql<Due>`
    update reminders r set due_at = ${later(now, lease)}, tries = tries + 1
    from reminder_choices c join families f on f.id = c.family_id
    where c.family_id = r.family_id and c.person_id = r.person_id
      and (r.family_id, r.person_id, r.event_id) in (
        select family_id, person_id, event_id from reminders where due_at <= ${now}
        order by due_at limit ${maxBatch} for update skip locked)
    returning r.*, c.lead_time, c.channel, f.time_zone`.execute(database.kysely);
  return rows;
}

interface Fate {
  told_at?: Date;
  /** The time of the next attempt. */
  due_at: Date | null;
}

/** Keeps a new due time that the reminder got in the meantime, because its event moved. */
async function settle(
  { database: { kysely: db } }: World,
  due: Due,
  { told_at, due_at }: Fate,
): Promise<void> {
  await db
    .updateTable("reminders")
    .set((row) => ({
      ...(told_at && { told_at }),
      due_at: row.case().when("due_at", "=", due.due_at).then(due_at).else(row.ref("due_at")).end(),
    }))
    .where("family_id", "=", due.family_id)
    .where("person_id", "=", due.person_id)
    .where("event_id", "=", due.event_id)
    .execute();
}

const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? 0;

function fateOf({ outcome }: Handover, { tries }: Due, now: Date): Fate {
  if (outcome === "taken") return { told_at: now, due_at: null };
  if (outcome === "permanent") return { due_at: null };
  return { due_at: later(now, pauseAfter(tries)) };
}

async function permitText(world: World, { family_id, person_id }: Due): Promise<boolean> {
  const use = { name: "reminder-texts", key: `${family_id} ${person_id}` } as const;
  return (await takeAllowances(world, world.database.kysely, use)) === 0;
}

async function send(world: World, due: Due): Promise<Fate> {
  const { person_id, channel, time_zone, event_id } = due;
  const now = world.clock.now();
  const past = lastMomentOf(plannedAs(due), time_zone);
  if (past <= now) return { due_at: null };
  const allowed = soonest({ choice: due, now }, plannedAs(due));
  if (allowed > now) return { due_at: allowed };
  if (channel === "sms" && !(await permitText(world, due))) return { due_at: null };
  const seconds = (past.getTime() - now.getTime()) / 1000;
  const handover = await handOver(
    world,
    person_id,
    channel,
    reminderOf(due, todayIn(time_zone, now), seconds),
  );
  if (handover.outcome !== "taken")
    world.log.warn(
      { event: event_id, person: person_id, reason: handover.reason },
      "a reminder could not be delivered",
    );
  return fateOf(handover, due, world.clock.now());
}

const sendDue = (world: World): Promise<void> =>
  processAllDue(8, {
    claim: () => claimDue(world),
    process: async (due) => settle(world, due, await send(world, due)),
    onError: (err, { person_id }) => world.log.error({ err, person: person_id }, "a reminder was not sent"),
  });

/** Finds the reminders that are due now and sends them. */
export async function sendReminders(world: World): Promise<void> {
  await checkDueChoices(world);
  await sendDue(world);
}
