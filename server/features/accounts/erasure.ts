import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";

/** Deletes a person once no other noun's rows point to them. The rest of their rows are deleted with this one. */
export async function eraseAccount(trx: Db, personId: number): Promise<void> {
  const { phone_number, email } = await trx
    .selectFrom("people")
    .select(["phone_number", "email"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const addresses = [phone_number, email?.toLowerCase()].filter((address) => address != null);
  if (addresses.length > 0) await trx.deleteFrom("verifications").where("address", "in", addresses).execute();
  await publish(trx, { personId }, "account");
  const ended = await trx.deleteFrom("sessions").where("person_id", "=", personId).returning("id").execute();
  await publish(trx, { endedSessionIds: ended.map(({ id }) => id) });
  await trx.deleteFrom("people").where("id", "=", personId).execute();
}
