import { sql } from "kysely";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

export type Reminder = Row<"reminders">;
/** A member's choice, with the time zone of the family. */
export type Choice = Row<"reminder_choices"> & { readonly time_zone: string };
type MemberKey = Pick<Choice, "family_id" | "person_id">;

/** The condition of the queue of due checks. */
export const isOn = sql`is_on`;

// Choices

export const findChoice = (db: Db, familyId: number, personId: number) =>
  db
    .selectFrom("reminder_choices")
    .select(["is_on as isOn", "lead_time as leadTime", "channel", "categories"])
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();

export const upsertChoice = (trx: Db, { family_id, person_id, ...choice }: NewRow<"reminder_choices">) =>
  trx
    .insertInto("reminder_choices")
    .values({ family_id, person_id, ...choice })
    .onConflict((conflict) => conflict.columns(["family_id", "person_id"]).doUpdateSet(choice))
    .execute();

/** The time zones of these families. */
export async function findTimeZones(db: Db, familyIds: readonly number[]): Promise<Map<number, string>> {
  const families = await db
    .selectFrom("families")
    .select(["id", "time_zone"])
    .where("id", "in", familyIds)
    .execute();
  return new Map(families.map(({ id, time_zone }) => [id, time_zone]));
}

/** A choice whose time for the next check is set. */
export interface Checked {
  readonly choice: Choice;
  readonly next: Date;
}

/**
 * Sets the times of the next checks. When the day has changed in the meantime, an earlier time is set, and that member is
 * checked again. So is one whose row is locked by such a change, after its lease.
 */
export async function updateChecks(db: Db, checked: readonly Checked[]): Promise<void> {
  const members = sql<{ family_id: number; person_id: number; claimed_until: Date; next: Date }>`unnest(
    ${checked.map(({ choice }) => choice.family_id)}::integer[],
    ${checked.map(({ choice }) => choice.person_id)}::integer[],
    ${checked.map(({ choice }) => choice.check_at)}::timestamptz[],
    ${checked.map(({ next }) => next)}::timestamptz[])`.as<"c">(
    sql`c(family_id, person_id, claimed_until, next)`,
  );
  await db
    .with("locked", (query) =>
      query
        .selectFrom("reminder_choices as r")
        .select(["r.family_id", "r.person_id"])
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple("r.family_id", "r.person_id"),
            "in",
            selectFrom(members).select(["c.family_id", "c.person_id"]).$asTuple("family_id", "person_id"),
          ),
        )
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable("reminder_choices as r")
    .from(members)
    .innerJoin("locked as l", (join) =>
      join.onRef("l.family_id", "=", "c.family_id").onRef("l.person_id", "=", "c.person_id"),
    )
    .set((eb) => ({ check_at: eb.ref("c.next") }))
    .whereRef("r.family_id", "=", "c.family_id")
    .whereRef("r.person_id", "=", "c.person_id")
    .whereRef("r.check_at", "=", "c.claimed_until")
    .execute();
}

// Reminders

/** The reminders of these members. */
export const findReminders = (db: Db, members: readonly MemberKey[]) =>
  db
    .selectFrom(
      sql<MemberKey>`unnest(${members.map(({ family_id }) => family_id)}::integer[],
        ${members.map(({ person_id }) => person_id)}::integer[])`.as<"m">(sql`m(family_id, person_id)`),
    )
    .innerJoin("reminders as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.person_id", "=", "m.person_id"),
    )
    .selectAll("r")
    .execute();

/** Reminders with what their members have chosen. */
export const findDueReminders = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("reminders as r")
    .innerJoin("reminder_choices as c", (on) =>
      on.onRef("c.family_id", "=", "r.family_id").onRef("c.person_id", "=", "r.person_id"),
    )
    .innerJoin("families as f", "f.id", "r.family_id")
    .selectAll("r")
    .select(["c.lead_time", "f.time_zone"])
    .where("r.id", "in", ids)
    .execute();

/**
 * Replaces the reminder of an event. It leaves `sent_at` as it is, because an earlier message may be on its way at this
 * moment.
 */
export function upsertReminder(trx: Db, reminder: Omit<Reminder, "id" | "version">) {
  const { sent_at: _, ...changes } = reminder;
  return trx
    .insertInto("reminders")
    .values(reminder)
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "person_id", "event_id"])
        .doUpdateSet((eb) => ({ ...changes, version: eb("reminders.version", "+", 1) })),
    )
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
}

export const markSent = (
  trx: Db,
  messages: readonly Pick<Row<"messages">, "family_id" | "subject_id">[],
  now: Date,
) =>
  trx
    .updateTable("reminders")
    .set({ sent_at: now })
    .where(
      "family_id",
      "in",
      messages.map(({ family_id }) => family_id),
    )
    .where(
      "id",
      "in",
      messages.map(({ subject_id }) => subject_id),
    )
    .execute();

export const deleteReminder = (db: Db, { family_id, person_id, event_id }: Reminder) =>
  db
    .deleteFrom("reminders")
    .where("family_id", "=", family_id)
    .where("person_id", "=", person_id)
    .where("event_id", "=", event_id)
    .execute();

export const deleteReminders = (trx: Db, { family_id, person_id }: MemberKey) =>
  trx.deleteFrom("reminders").where("family_id", "=", family_id).where("person_id", "=", person_id).execute();

// What became of an event

type LostEvent = Pick<Reminder, "family_id" | "title" | "starts_on_clock">;

/** The nearest event of a subscribed calendar with this title that was added since. */
export const findReappearedEvent = (db: Db, { family_id, title, starts_on_clock }: LostEvent, since: Date) =>
  db
    .selectFrom("subscribed_events")
    .select("id")
    .where("family_id", "=", family_id)
    .where("title", "=", title)
    .where("revision", "=", 0)
    .where("revised_at", ">", since)
    .where(
      sql<boolean>`starts_on_clock between ${starts_on_clock}::timestamp - interval '31 days'
        and ${starts_on_clock}::timestamp + interval '31 days'`,
    )
    .orderBy(sql`abs(extract(epoch from starts_on_clock - ${starts_on_clock}::timestamp))`)
    .limit(1)
    .executeTakeFirst();
