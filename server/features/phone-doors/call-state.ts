// What we know of a call so far. It travels in the addresses that the provider asks, sealed, so that nobody else can read or
// make it, and a family member can be named even when the database is down.
import { NotFound } from "#server/platform/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Contact } from "./callers.ts";
import type { DoorKey } from "./queries.ts";

export interface CallState {
  /** A token is for one call. */
  readonly callId: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Who may be calling. They have entered their PIN, if they have one. */
  readonly people: readonly DoorKey[];
  readonly contact?: Contact | undefined;
  /** The request that was made in this call. */
  readonly requestId?: number;
}

export const sealState = (secrets: Secrets, state: CallState): string =>
  secrets.seal(JSON.stringify(state)).toString("base64url");

/** Returns undefined for a token that this server has not sealed. */
export function openState(secrets: Secrets, token: string): CallState | undefined {
  try {
    return JSON.parse(secrets.open(Buffer.from(token, "base64url")));
  } catch {
    return undefined;
  }
}

export function stateOf(secrets: Secrets, token: string, callId: string): CallState {
  const state = openState(secrets, token);
  if (state?.callId !== callId) throw new NotFound("We don't know this call.");
  return state;
}
