import { type AliasableExpression, sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const findMessages = (db: Db, ids: readonly number[]) =>
  db.selectFrom("messages").selectAll().where("id", "in", ids).execute();

/** The messages that left together under the provider's id, to whoever has this number. */
export const findSentMessages = (
  db: Db,
  { channel, providerId, phoneNumber }: { channel: Channel; providerId: string; phoneNumber: string },
) =>
  db
    .selectFrom("people as p")
    .innerJoin("messages as m", "m.person_id", "p.id")
    .selectAll("m")
    .where("m.channel", "=", channel)
    .where("m.provider_id", "=", providerId)
    .where("p.phone_number", "=", phoneNumber)
    .orderBy("m.id")
    .execute();

export async function hasPersonWith(db: Db, phoneNumber: string): Promise<boolean> {
  const person = db.selectFrom("people").select("id").where("phone_number", "=", phoneNumber);
  return (await person.executeTakeFirst()) !== undefined;
}

/** The addresses that are part of an account. */
export async function findAccountAddresses(
  db: Db,
  personId: number,
): Promise<{ email: string | null; phoneNumber: string | null }> {
  const person = db
    .selectFrom("people")
    .select(["email", "phone_number as phoneNumber"])
    .where("id", "=", personId);
  return (await person.executeTakeFirst()) ?? { email: null, phoneNumber: null };
}

/** The members of a family in the order in which they joined, with the channels that the expression finds. */
export const findMembers = (db: Db, familyId: number, channels: AliasableExpression<Channel[]>) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people", "people.id", "m.person_id")
    .select(["people.id as personId", "people.username as name", "m.role", channels.as("channels")])
    .where("m.family_id", "=", familyId)
    .orderBy("m.joined_at")
    .orderBy("people.id")
    .execute();

/** These people, with the channels that the expression finds. */
export const findPeople = (db: Db, ids: readonly number[], channels: AliasableExpression<Channel[]>) =>
  db
    .selectFrom("people")
    .select(["id as personId", channels.as("channels")])
    .where("id", "=", sql<number>`any (${ids}::integer[])`)
    .execute();

/** Records that a provider took these messages. A message that was stopped while it was being sent did leave. */
export const setAccepted = (
  trx: Db,
  accepted: readonly { readonly id: number; readonly providerId: string | null }[],
) =>
  trx
    .updateTable("messages as m")
    .from(
      sql<{ id: number; provider_id: string | null }>`unnest(
        ${accepted.map(({ id }) => id)}::bigint[], ${accepted.map(({ providerId }) => providerId)}::text[])`.as<"t">(
        sql`t (id, provider_id)`,
      ),
    )
    .set((eb) => ({ state: "ACCEPTED", lease_until: null, provider_id: eb.ref("t.provider_id") }))
    .whereRef("m.id", "=", "t.id")
    .where("m.state", "in", ["WAITING", "STOPPED"])
    .returningAll("m")
    .execute();
