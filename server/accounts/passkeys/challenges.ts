// A passkey signs a challenge of ours, which is stored until its browser sends it back, and deleted then.
import * as z from "zod/mini";
import { Gone, Invalid } from "#server/errors.ts";
import { fingerprint, randomCode } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

const fiveMinutes = 5 * 60 * 1000;

/** The browser gives up a minute before its challenge expires. */
export const browserTimeoutMs = fiveMinutes - 60 * 1000;

/** Only this browser may answer the challenge, and only this person if a passkey is being added. */
interface Bearer {
  browser: string;
  /** Null for a sign-in. */
  personId: number | null;
}

export async function makeChallenge(
  { database: { kysely: db }, clock }: World,
  { browser, personId }: Bearer,
): Promise<string> {
  const now = clock.now();
  const challenge = randomCode();
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  await db
    .insertInto("passkey_challenges")
    .values({
      ...{ challenge_hash: fingerprint(challenge), browser_hash: fingerprint(browser) },
      ...{ person_id: personId, expires_at: new Date(now.getTime() + fiveMinutes) },
    })
    .execute();
  return challenge;
}

const ClientData = z.object({ challenge: z.string() });

function challengeIn(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).challenge;
  } catch {
    throw new Invalid("We could not read that passkey. Please try again.");
  }
}

/** Returns the challenge that was signed. It is used up even if the signature turns out to be wrong. */
export async function takeChallenge(
  { database: { kysely: db }, clock }: World,
  { browser, personId }: Bearer,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", fingerprint(challenge))
    .where("browser_hash", "=", fingerprint(browser))
    .where("person_id", "is not distinct from", personId)
    .where("expires_at", ">", clock.now())
    .returning("person_id")
    .executeTakeFirst();
  if (!taken) throw new Gone("That took too long. Please try again.");
  return challenge;
}
