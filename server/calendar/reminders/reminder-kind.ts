// The message about an event. There is one for each change of a reminder.
import { takeAllowances } from "#server/allowances/allowances.ts";
import type { MessageKind } from "#server/messages/message-kind.ts";
import type { World } from "#server/world.ts";
import { lastMomentOf } from "./moments.ts";
import { type Choice, type Reminder, todayIn } from "./next-events.ts";
import { plannedAs, soonest } from "./reminder-rules.ts";
import { reminderContent, reminderMessage } from "./words.ts";

type Due = Reminder & Pick<Choice, "lead_time" | "time_zone">;

async function remindersWith({ database }: World, ids: readonly number[]): Promise<Map<number, Due>> {
  const rows = await database.kysely
    .selectFrom("reminders as r")
    .innerJoin("reminder_choices as c", (on) =>
      on.onRef("c.family_id", "=", "r.family_id").onRef("c.person_id", "=", "r.person_id"),
    )
    .innerJoin("families as f", "f.id", "r.family_id")
    .selectAll("r")
    .select(["c.lead_time", "f.time_zone"])
    .where("r.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const reminderKind: MessageKind = {
  ...reminderMessage,
  async prepare(world, messages) {
    const now = world.clock.now();
    const found = await remindersWith(
      world,
      messages.map(({ subject_id }) => Number(subject_id)),
    );
    const current = messages.flatMap((message) => {
      const due = found.get(Number(message.subject_id));
      if (!due || String(due.version) !== message.about) return [];
      const past = lastMomentOf(plannedAs(due), due.time_zone);
      return past > now
        ? [{ message, due, past, allowed: soonest({ choice: due, now }, plannedAs(due)) }]
        : [];
    });
    return {
      parcels: current
        .filter(({ allowed }) => allowed <= now)
        .map(({ message, due, past }) => ({
          messages: [message],
          content: () =>
            reminderContent(due, todayIn(due.time_zone, now), (past.getTime() - now.getTime()) / 1000),
        })),
      postponed: current
        .filter(({ allowed }) => allowed > now)
        .map(({ message, allowed }) => ({ message, until: allowed })),
    };
  },
  async reserve(world, { family_id, person_id }) {
    if (family_id === null || person_id === null) return undefined;
    const use = { name: "reminder-texts", key: `${family_id} ${person_id}` } as const;
    return (await takeAllowances(world, world.database.kysely, use)) === 0 ? {} : undefined;
  },
  async accepted(trx, accepted, now) {
    const ids = accepted.map(({ message }) => message.subject_id);
    await trx.updateTable("reminders").set({ sent_at: now }).where("id", "in", ids).execute();
  },
};
