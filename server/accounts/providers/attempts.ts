// Each sign-in attempt is one row, which is deleted when its browser comes back from the provider.
import { minuteMs } from "#contract/durations.ts";
import { fingerprint, randomCode } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

const tenMinutes = 10 * minuteMs;

export interface Attempt {
  /** The id of the provider. An answer counts only if it comes from there. */
  provider: string;
  /** The code of the invite page on which the sign-in started. */
  inviteCode: string | undefined;
  /** The time zone of the family that the person may start. */
  timeZone: string;
}

/** Returns the state, which the browser takes to the provider and back. */
export async function beginAttempt(
  { database: { kysely: db }, secrets, clock }: World,
  browser: string,
  { provider, inviteCode, timeZone }: Attempt,
): Promise<string> {
  const now = clock.now();
  const state = randomCode();
  await db.deleteFrom("sign_in_attempts").where("expires_at", "<=", now).execute();
  await db
    .insertInto("sign_in_attempts")
    .values({
      provider,
      state_hash: fingerprint(state),
      browser_hash: fingerprint(browser),
      time_zone: timeZone,
      sealed_invite_code: inviteCode === undefined ? null : secrets.seal(inviteCode),
      expires_at: new Date(now.getTime() + tenMinutes),
    })
    .execute();
  return state;
}

/** Returns undefined for a state that is unknown, used, expired, or from another browser or provider. */
export async function takeAttempt(
  { database: { kysely: db }, secrets, clock }: World,
  { provider, browser, state }: { provider: string; browser: string; state: string },
): Promise<Attempt | undefined> {
  const taken = await db
    .deleteFrom("sign_in_attempts")
    .where("state_hash", "=", fingerprint(state))
    .where("browser_hash", "=", fingerprint(browser))
    .where("provider", "=", provider)
    .where("expires_at", ">", clock.now())
    .returning(["sealed_invite_code", "time_zone"])
    .executeTakeFirst();
  if (!taken) return undefined;
  const { sealed_invite_code: sealed, time_zone: timeZone } = taken;
  return { provider, inviteCode: sealed === null ? undefined : secrets.open(sealed), timeZone };
}
