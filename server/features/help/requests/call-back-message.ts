// Somebody who has asked on the phone has no screen, so we call them back when somebody helps.
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { RequestKey } from "./lifecycle-queries.ts";

/** Identifies the call back in the outbox. Its subject is the request. */
export const callBackMessage = { name: "help-call-back", isUrgent: true, isSpoken: () => true } as const;

/** Whoever takes a request often says in the next moment when they will call or come. */
const waitMs = 20_000;

export async function insertCallBack(trx: Db, callBack: NewRow<"help_call_backs">): Promise<void> {
  await trx.insertInto("help_call_backs").values(callBack).execute();
}

/** Has the person who asked called back, if they did so on the phone. */
export async function enqueueCallBack(trx: Db, { family_id, id }: RequestKey, now: Date): Promise<void> {
  const found = await trx
    .selectFrom("help_call_backs as c")
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "c.family_id").onRef("r.id", "=", "c.help_request_id"),
    )
    .select(["c.phone_number as address", "r.asked_by as personId"])
    .where("c.family_id", "=", family_id)
    .where("c.help_request_id", "=", id)
    .executeTakeFirst();
  if (!found) return;
  const dueAt = new Date(now.getTime() + waitMs);
  const message = {
    kind: callBackMessage,
    familyId: family_id,
    subjectId: id,
    channel: "call",
    dueAt,
  } as const;
  await enqueue(trx, [{ ...message, ...found }], now);
}
