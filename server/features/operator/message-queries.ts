import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { AccountAddress } from "#server/platform/messages/channel.ts";
import { channels } from "#server/platform/messages/channels.ts";

interface Place {
  readonly at: Date;
  readonly id: number;
}

/** After every message. */
const farAway = new Date("9999-01-01T00:00:00Z");

const namesOf = (address: AccountAddress): string[] =>
  channels.filter(({ accountAddress }) => accountAddress === address).map(({ name }) => name);

/** The address that a message goes to, unless that is a device's. */
const addressee = sql`coalesce(m.address, case
  when m.channel = any (${namesOf("phone_number")}::text[]) then p.phone_number
  when m.channel = any (${namesOf("email")}::text[]) then p.email end)`;

/** The end of it: the host of an e-mail address, or two digits of a number. */
const endOfAddress = sql<
  string | null
>`case when ${addressee} like '%@%' then '…@' || split_part(${addressee}, '@', 2)
  else '…' || right(${addressee}, 2) end`;

/** The messages that were given up since then, newest first, from the one after `before` on. */
export const findFailedMessages = (db: Db, since: Date, before: Place | undefined, max: number) =>
  db
    .selectFrom("messages as m")
    .leftJoin("people as p", "p.id", "m.person_id")
    .select(["m.id", "m.failed_at as failedAt", "m.kind", "m.channel", "m.failure_reason as reason"])
    .select(["p.username as name", endOfAddress.as("address")])
    .where("m.failed_at", ">", since)
    .$narrowType<{ failedAt: Date }>()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("m.failed_at", "m.id"), "<", tuple(before?.at ?? farAway, before?.id ?? 0)),
    )
    .orderBy("m.failed_at", "desc")
    .orderBy("m.id", "desc")
    .limit(max)
    .execute();

interface Wanted {
  readonly since: Date;
  readonly kinds: readonly string[];
  readonly which: { readonly id: number } | { readonly channel: Channel };
}

/** Messages of these kinds that were given up since then: one of them, or those of a channel. */
export const findResendable = (db: Db, { since, kinds, which }: Wanted, max: number) =>
  db
    .selectFrom("messages")
    .selectAll()
    .where("failed_at", ">", since)
    .where("kind", "in", kinds)
    .where(({ eb }) => ("id" in which ? eb("id", "=", which.id) : eb("channel", "=", which.channel)))
    .orderBy("failed_at", "desc")
    .orderBy("id", "desc")
    .limit(max)
    .execute();

export const findFailedMessage = (db: Db, id: number) =>
  db
    .selectFrom("messages")
    .select("kind")
    .where("id", "=", id)
    .where("state", "=", sql.lit("FAILED"))
    .executeTakeFirst();

/**
 * Makes messages wait again as if they were new, but of equal ones only one, and none that is waiting already. Returns how
 * many those are.
 */
export async function makeWaitAgain(trx: Db, ids: readonly number[], now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("messages")
    .set({
      state: "WAITING" as const,
      due_at: now,
      created_at: now,
      lease_until: null,
      attempts: 0,
      provider_id: null,
      failed_at: null,
      failure_reason: null,
    })
    .where("id", "in", (select) =>
      select
        .selectFrom("messages as m")
        .select("m.id")
        .distinctOn(["m.kind", "m.about", "m.subject_id", "m.person_id", "m.channel"])
        .where("m.id", "in", ids)
        .where("m.state", "=", "FAILED")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("messages as other")
                .select("other.id")
                .whereRef("other.kind", "=", "m.kind")
                .whereRef("other.about", "=", "m.about")
                .whereRef("other.subject_id", "is not distinct from", "m.subject_id")
                .whereRef("other.person_id", "is not distinct from", "m.person_id")
                .whereRef("other.channel", "=", "m.channel")
                .where("other.state", "=", "WAITING"),
            ),
          ),
        ),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
