// What the life of a request depends on: who was told of it, and who has acknowledged it.
import { minuteMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { helpMessage, type Recipient } from "./help-message.ts";

export interface RequestKey {
  readonly family_id: number;
  readonly id: number;
}

/** Messages that are younger than this are corrected when they are no longer true. */
const correctedWithinMs = 5 * minuteMs;

const messagesOf = (trx: Db, { family_id, id }: RequestKey) =>
  trx
    .selectFrom("messages as m")
    .innerJoin("memberships as member", (join) =>
      join.onRef("member.family_id", "=", "m.family_id").onRef("member.person_id", "=", "m.person_id"),
    )
    .select(["member.person_id as personId", "m.channel"])
    .distinct()
    .where("m.kind", "=", helpMessage.name)
    .where("m.subject_id", "=", id)
    .where("m.family_id", "=", family_id);

/** The people who were asked and are still in the family. A message that is just being sent counts. */
export const findAsked = (trx: Db, key: RequestKey, now: Date): Promise<Recipient[]> =>
  messagesOf(trx, key)
    .where("m.about", "=", "ASKED")
    .where(({ or, eb }) => or([eb("m.state", "in", ["ACCEPTED", "ARRIVED"]), eb("m.lease_until", ">", now)]))
    .execute();

/** The helpers who were told this about a request in the last minutes. */
export const findJustTold = (
  trx: Db,
  key: RequestKey,
  about: readonly string[],
  now: Date,
): Promise<Recipient[]> =>
  messagesOf(trx, key)
    .where("member.role", "<>", "grandparent")
    .where("m.about", "in", [...about])
    .where("m.attempts", ">", 0)
    .where("m.state", "<>", "FAILED")
    .where("m.created_at", ">", new Date(now.getTime() - correctedWithinMs))
    .execute();

export async function hasAcknowledgement(trx: Db, { family_id, id }: RequestKey): Promise<boolean> {
  const receipt = await trx
    .selectFrom("help_request_receipts")
    .select("state")
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", id)
    .where("state", "=", "ACKNOWLEDGED")
    .executeTakeFirst();
  return receipt !== undefined;
}
