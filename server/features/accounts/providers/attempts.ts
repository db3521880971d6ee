// Each sign-in attempt is one row. It outlives the return of its browser from the provider by a minute, for repeats.
import { minuteMs } from "#contract/durations.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { isState, type OneUse, type Stage, stateHash } from "./one-use-states.ts";

const tenMinutes = 10 * minuteMs;

export interface Attempt {
  /** The id of the provider. An answer counts only if it comes from there. */
  provider: string;
  /** The code of the invite page on which the sign-in started. */
  inviteCode: string | undefined;
  /** The time zone of the family that the person may start. */
  timeZone: string;
}

/** A browser that is on its way to the provider, or back from there with this state. */
interface Traveler {
  browser: string;
  state: string;
}

export async function beginAttempt(
  { database: { kysely: db }, secrets, clock }: World,
  { browser, state }: Traveler,
  { provider, inviteCode, timeZone }: Attempt,
): Promise<void> {
  const now = clock.now();
  await db.deleteFrom("sign_in_attempts").where("expires_at", "<=", now).execute();
  await db
    .insertInto("sign_in_attempts")
    .values({
      provider,
      state_hash: stateHash(state, "begun"),
      browser_hash: fingerprint(browser),
      time_zone: timeZone,
      sealed_invite_code: inviteCode === undefined ? null : secrets.seal(inviteCode),
      expires_at: new Date(now.getTime() + tenMinutes),
    })
    .execute();
}

const stages: readonly Stage[] = ["begun", "taken", "done"];

/** Returns undefined for a state that is unknown, expired, failed, or from another browser or provider. */
export async function findAttempt(
  { database: { kysely: db }, secrets, clock }: World,
  { browser, state }: Traveler,
  provider: string,
): Promise<Attempt | undefined> {
  if (!isState(state)) return undefined;
  const hashes = stages.map((stage) => stateHash(state, stage));
  const found = await db
    .selectFrom("sign_in_attempts")
    .select(["sealed_invite_code", "time_zone"])
    .where("state_hash", "in", hashes)
    .where("browser_hash", "=", fingerprint(browser))
    .where("provider", "=", provider)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  if (!found) return undefined;
  const { sealed_invite_code: sealed, time_zone: timeZone } = found;
  return { provider, inviteCode: sealed === null ? undefined : secrets.open(sealed), timeZone };
}

/** The one use of an attempt that `findAttempt` has found. */
export function oneUseOf({ database: { kysely: db }, clock }: World, state: string): OneUse {
  return {
    async move(from, to) {
      const moved = await db
        .updateTable("sign_in_attempts")
        .set({ state_hash: stateHash(state, to), expires_at: new Date(clock.now().getTime() + minuteMs) })
        .where("state_hash", "=", stateHash(state, from))
        .executeTakeFirst();
      return moved.numUpdatedRows > 0n;
    },
    async isAt(stage) {
      const rows = db.selectFrom("sign_in_attempts").select("provider");
      return (await rows.where("state_hash", "=", stateHash(state, stage)).executeTakeFirst()) !== undefined;
    },
    async drop() {
      const taken = stateHash(state, "taken");
      await db.deleteFrom("sign_in_attempts").where("state_hash", "=", taken).execute();
    },
  };
}
