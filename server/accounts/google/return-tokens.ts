// The token in the return URL of a sign-in works once, within a minute, in the browser that it was sent to.
import { fingerprint, randomCode } from "#server/secrets.ts";
import type { World } from "#server/world.ts";
import { startSession } from "../sessions.ts";

const aMinute = 60 * 1000;

export async function makeReturnToken(
  { database: { kysely: db }, clock }: World,
  browser: string,
  personId: number,
): Promise<string> {
  const now = clock.now();
  const token = randomCode();
  await db.deleteFrom("return_tokens").where("expires_at", "<=", now).execute();
  await db
    .insertInto("return_tokens")
    .values({
      ...{ token_hash: fingerprint(token), browser_hash: fingerprint(browser) },
      ...{ person_id: personId, expires_at: new Date(now.getTime() + aMinute) },
    })
    .execute();
  return token;
}

/** Starts a session and returns its token, or undefined if there is nothing to exchange. */
export async function exchangeReturnToken(
  { database, clock }: World,
  browser: string,
  token: string,
  userAgent: string | undefined,
): Promise<string | undefined> {
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom("return_tokens")
      .where("token_hash", "=", fingerprint(token))
      .where("browser_hash", "=", fingerprint(browser))
      .where("expires_at", ">", now)
      .returning("person_id")
      .executeTakeFirst();
    if (!spent) return undefined;
    return await startSession(trx, { personId: spent.person_id, userAgent }, now);
  });
}
