// Limits the texts of one request and of one family's day. Push messages and e-mails are not limited.
import { sql } from "kysely";
import type { World } from "#server/world.ts";

interface About {
  readonly family_id: number;
  readonly help_request_id: number;
}

interface Counted {
  of_request: number;
  of_day: number;
}

/** Counts a text before it leaves, so that concurrent texts cannot pass the limit. Returns a function that undoes it. */
export async function reserveText(
  { database, clock, config }: World,
  { family_id, help_request_id }: About,
): Promise<{ release(): Promise<unknown> } | undefined> {
  const now = clock.now();
  const { helpTextsPerRequest, helpTextsPerDay } = config.limits;
  return await database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('help_texts'), ${family_id}::integer)`.execute(trx);
    const ofRequest = sql`help_request_id = ${help_request_id}`;
    const ofDay = sql`sent_at > ${now}::timestamptz - interval '1 day'`;
    // The condition keeps the query from reading the family's older texts, of which there may be many.
    const { rows } = await sql<Counted>`
      select count(*) filter (where ${ofRequest})::integer as of_request,
        count(*) filter (where ${ofDay})::integer as of_day
      from help_texts where family_id = ${family_id} and (${ofRequest} or ${ofDay})`.execute(trx);
    const { of_request, of_day } = rows[0] ?? { of_request: 0, of_day: 0 };
    if (of_request >= helpTextsPerRequest || of_day >= helpTextsPerDay) return undefined;
    const { id } = await trx
      .insertInto("help_texts")
      .values({ family_id, help_request_id, sent_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const counted = database.kysely.deleteFrom("help_texts").where("family_id", "=", family_id);
    return { release: () => counted.where("id", "=", id).execute() };
  });
}
