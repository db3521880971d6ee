// The people who are asked by a step of a plan, and the messages that ask them.
import { type NotNull, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { channels, writtenChannels } from "#contract/channels.ts";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import type { Channel } from "#contract/messages.ts";
import { callNumber } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { DueRows } from "#server/platform/jobs/due-rows.ts";
import { channelsWithAddress, wakingChannels } from "#server/platform/messages/channels.ts";
import { helpMessage } from "../help-message.ts";
import { isOneOf, type RequestKey } from "../lifecycle-queries.ts";

export const dueSteps: DueRows<"help_requests"> = {
  table: "help_requests",
  keys: ["family_id", "id"],
  due: "next_step_at",
  where: sql`next_step_at is not null`,
};

/** Finds who was written to about these requests since their plan began, and who has seen them. */
export const findAskedBefore = (trx: Db, requests: readonly RequestKey[]) =>
  trx
    .selectFrom("help_requests as r")
    .select(["r.family_id", "r.id"])
    .select((eb) => {
      const writtenTo = eb
        .selectFrom("messages as m")
        .select("m.person_id")
        .distinct()
        .where("m.kind", "=", helpMessage.name)
        .whereRef("m.subject_id", "=", "r.id")
        .where("m.about", "=", "ASKED")
        .where("m.channel", "in", [...wakingChannels])
        .whereRef("m.created_at", ">=", "r.plan_began_at");
      const seenBy = eb
        .selectFrom("help_request_receipts as t")
        .select("t.person_id")
        .whereRef("t.family_id", "=", "r.family_id")
        .whereRef("t.help_request_id", "=", "r.id")
        .where("t.state", "=", "SEEN");
      return [
        sql<number[]>`array(${writtenTo})`.as("written_to"),
        sql<number[]>`array(${seenBy})`.as("seen_by"),
      ];
    })
    .where(isOneOf(requests))
    .execute();

/**
 * The channels that lead to the person in this row of `people`, the best first. A device whose session has ended counts
 * here: its message fails, and the next channel is tried at once.
 */
const everyChannel = channelsWithAddress(channels, new Date(0));

/** Finds the helpers of these families with the channels that reach them, the first contact of each family first. */
export const findHelpers = (trx: Db, familyIds: readonly number[]) =>
  trx
    .selectFrom("memberships as m")
    .innerJoin("people", "people.id", "m.person_id")
    .leftJoin("escalation_plans as e", "e.family_id", "m.family_id")
    .select(["m.family_id", "m.person_id", everyChannel.as("channels")])
    .where("m.family_id", "in", [...familyIds])
    .where("m.role", "<>", "grandparent")
    .orderBy(
      (eb) => eb("m.person_id", "=", eb.ref("e.first_contact_id")),
      (order) => order.desc().nullsLast(),
    )
    .orderBy((eb) => eb("m.role", "=", "admin"), "desc")
    .orderBy("m.joined_at")
    .orderBy("m.person_id")
    .execute();

export const findChannels = (trx: Db, people: readonly number[]) =>
  trx
    .selectFrom("people")
    .select(["people.id", everyChannel.as("channels")])
    .where("people.id", "in", [...people])
    .execute();

/** Finds the requests of messages. A recipient who has left the family since is left out. */
export const findHelpMessages = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("memberships as b", (join) =>
      join.onRef("b.family_id", "=", "m.family_id").onRef("b.person_id", "=", "m.person_id"),
    )
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.id", "=", "m.subject_id"),
    )
    .innerJoin("people as asker", "asker.id", "r.asked_by")
    .leftJoin("people as helper", "helper.id", "r.helper_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("help_request_receipts as t")
          .innerJoin("people as p", "p.id", "t.person_id")
          .select(["p.id", "p.username"])
          .whereRef("t.family_id", "=", "r.family_id")
          .whereRef("t.help_request_id", "=", "r.id")
          .where("t.state", "=", "RESOLVED")
          .orderBy("t.at")
          .orderBy("t.id")
          .limit(1)
          .as("finisher"),
      (join) => join.onTrue(),
    )
    .select(["m.id as message_id", "m.about", "r.family_id", "r.id as help_request_id", "r.state"])
    .select(["r.phrase", "r.is_urgent", "r.asked_by", "asker.username as asker"])
    .select(["helper.username as helper", "finisher.username as finisher", "finisher.id as finisher_id"])
    .select((eb) => [
      eb("m.state", "=", "STOPPED").$castTo<boolean>().as("is_stopped"),
      eb("r.category_id", "is not distinct from", scamCategoryId).$castTo<boolean>().as("is_scam_check"),
      callNumber("asker").as("asker_phone_number"),
      jsonArrayFrom(
        eb
          .selectFrom("help_verdicts as v")
          .select("v.verdict")
          .whereRef("v.family_id", "=", "r.family_id")
          .whereRef("v.help_request_id", "=", "r.id"),
      ).as("verdicts"),
    ])
    .where("m.id", "in", [...messageIds])
    .$narrowType<{ about: "ASKED" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED" | "REMINDED" }>()
    .execute();

/**
 * Finds the recipients of these messages whose request somebody else has answered since, and who have not been told so
 * after their message.
 */
export const findOvertaken = (trx: Db, messageIds: readonly number[]) =>
  trx
    .selectFrom("messages as m")
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.id", "=", "m.subject_id"),
    )
    .select(["r.family_id as familyId", "r.id as subjectId", "m.person_id as personId", "m.channel"])
    .select("r.state as about")
    .where("m.id", "in", [...messageIds])
    .where("r.state", "in", ["ACKNOWLEDGED", "RESOLVED", "CANCELLED"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("help_request_receipts as t")
            .select("t.id")
            .whereRef("t.family_id", "=", "r.family_id")
            .whereRef("t.help_request_id", "=", "r.id")
            .whereRef("t.state", "=", "r.state")
            .whereRef("t.person_id", "=", "m.person_id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("messages as e")
            .select("e.id")
            .whereRef("e.kind", "=", "m.kind")
            .whereRef("e.subject_id", "=", "m.subject_id")
            .whereRef("e.person_id", "=", "m.person_id")
            .whereRef("e.channel", "=", "m.channel")
            .whereRef("e.about", "=", "r.state")
            .whereRef("e.created_at", ">=", "m.created_at"),
        ),
      ),
    )
    .execute();

/** Finds for each of these messages the best channel to its recipient that was not tried for it yet. */
export const findNextChannels = (trx: Db, messageIds: readonly number[], now: Date) =>
  trx
    .selectFrom("messages as m")
    .innerJoin("people", "people.id", "m.person_id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            sql<{
              channel: Channel;
              place: number;
            }>`unnest(${channelsWithAddress(writtenChannels, now)}) with ordinality`.as<"c">(
              sql`c (channel, place)`,
            ),
          )
          .select("c.channel")
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("messages as e")
                  .select("e.id")
                  .whereRef("e.kind", "=", "m.kind")
                  .whereRef("e.subject_id", "=", "m.subject_id")
                  .whereRef("e.person_id", "=", "m.person_id")
                  .whereRef("e.about", "=", "m.about")
                  .whereRef("e.channel", "=", "c.channel"),
              ),
            ),
          )
          .orderBy("c.place")
          .limit(1)
          .as("next"),
      (join) => join.onTrue(),
    )
    .select(["m.family_id as familyId", "m.subject_id as subjectId", "people.id as personId", "m.about"])
    .select("next.channel")
    .where("m.id", "in", [...messageIds])
    .$narrowType<{ familyId: NotNull; subjectId: NotNull }>()
    .execute();

/**
 * Finds the ends of the quiet hours of the families of these requests, except for urgent ones. PostgreSQL may not know the
 * time zone of a family. Then nothing is found, because a message at night is better than none.
 */
export async function findEndsOfQuietHours(
  trx: Db,
  requests: readonly RequestKey[],
  now: Date,
): Promise<Map<number, Date>> {
  await sql`savepoint quiet_hours`.execute(trx);
  try {
    const ends = await trx
      .selectFrom("help_requests as r")
      .innerJoin("families as f", "f.id", "r.family_id")
      .innerJoin("escalation_plans as e", "e.family_id", "r.family_id")
      .select("r.id")
      .select(
        sql<Date | null>`end_of_quiet_hours(${now}, f.time_zone, e.quiet_from, e.quiet_until)`.as("ends_at"),
      )
      .where(isOneOf(requests, "r.family_id", "r.id"))
      .where("r.is_urgent", "=", false)
      .where("e.quiet_from", "is not", null)
      .execute();
    return new Map(ends.flatMap(({ id, ends_at }) => (ends_at ? [[id, ends_at] as const] : [])));
  } catch {
    await sql`rollback to savepoint quiet_hours`.execute(trx);
    return new Map();
  }
}

/** Finds the recipient of a message, as long as they are one of the helpers. */
export const findRecipient = (
  db: Db,
  { family_id, person_id }: { readonly family_id: number | null; readonly person_id: number | null },
) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["m.family_id as familyId", "m.person_id as id", "m.role", "p.username as name"])
    .where("m.family_id", "=", family_id)
    .where("m.person_id", "=", person_id)
    .where("m.role", "<>", "grandparent")
    .executeTakeFirst();

/** Whether the plan of a request that nobody has acknowledged goes on. */
export async function hasNextStep(db: Db, { family_id, id }: RequestKey): Promise<boolean> {
  const request = await db
    .selectFrom("help_requests")
    .select("id")
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .where("next_step_at", "is not", null)
    .where("state", "<>", "ACKNOWLEDGED")
    .executeTakeFirst();
  return request !== undefined;
}
