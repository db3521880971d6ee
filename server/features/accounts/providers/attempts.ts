// Each sign-in attempt is one row. It outlives the return of its browser from the provider by a minute, for repeats.
import { minuteMs } from "#contract/durations.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { isState, type OneUse, type Stage, stateHash } from "./one-use-states.ts";
import {
  deleteAttempt,
  deleteExpiredAttempts,
  findAttemptRow,
  hasAttempt,
  insertAttempt,
  moveAttempt,
} from "./queries.ts";

const attemptMs = 10 * minuteMs;

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
  await deleteExpiredAttempts(db, now);
  await insertAttempt(db, {
    provider,
    state_hash: stateHash(state, "begun"),
    browser_hash: fingerprint(browser),
    time_zone: timeZone,
    sealed_invite_code: inviteCode === undefined ? null : secrets.seal(inviteCode),
    expires_at: new Date(now.getTime() + attemptMs),
  });
}

const stages: readonly Stage[] = ["begun", "taken", "done"];

/** Returns undefined for a state that is unknown, expired, failed, or from another browser or provider. */
export async function findAttempt(
  { database: { kysely: db }, secrets, clock }: World,
  { browser, state }: Traveler,
  provider: string,
): Promise<Attempt | undefined> {
  if (!isState(state)) return undefined;
  const stateHashes = stages.map((stage) => stateHash(state, stage));
  const key = { provider, browserHash: fingerprint(browser), stateHashes };
  const found = await findAttemptRow(db, key, clock.now());
  if (!found) return undefined;
  const { sealed_invite_code: sealed, time_zone: timeZone } = found;
  return { provider, inviteCode: sealed === null ? undefined : secrets.open(sealed), timeZone };
}

/** The one use of an attempt that `findAttempt` has found. */
export function oneUseOf({ database: { kysely: db }, clock }: World, state: string): OneUse {
  return {
    move(from, to) {
      const expiresAt = new Date(clock.now().getTime() + minuteMs);
      return moveAttempt(db, { from: stateHash(state, from), to: stateHash(state, to), expiresAt });
    },
    isAt: (stage) => hasAttempt(db, stateHash(state, stage)),
    async drop() {
      await deleteAttempt(db, stateHash(state, "taken"));
    },
  };
}
