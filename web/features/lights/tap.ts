// The tap that turns on a light is stored on the device before it is sent, and stays until the server has it.
import { call } from "#web/platform/api/call.ts";
import { untilSignOut } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { isRefusedForGood, oneAtATime } from "#web/platform/offline/retries.ts";

/** A light is turned on once a day, so one tap at most has to wait. */
export interface Tap extends Sender {
  at: string;
}

const key = `${untilSignOut}light`;
const timeoutMs = 10_000;

export function storedTap({ personId, familyId }: Sender): Tap | undefined {
  try {
    const tap: Tap | null = JSON.parse(localStorage.getItem(key) ?? "null");
    return tap?.personId === personId && tap.familyId === familyId ? tap : undefined;
  } catch {
    return undefined;
  }
}

const send = ({ at }: Tap): Promise<void> =>
  call("PUT /api/lights/own/lighting", { body: { at } }, AbortSignal.timeout(timeoutMs));

/** Sends the tap that waits. Returns whether the server has it, or has refused it for good. */
export const sendTap = (owner: Sender): Promise<boolean> =>
  oneAtATime("porchlight-light", async () => {
    const tap = storedTap(owner);
    if (!tap) return false;
    try {
      await send(tap);
    } catch (error) {
      if (!isRefusedForGood(error)) return false;
    }
    localStorage.removeItem(key);
    return true;
  }).catch(() => false);

/** Stores the tap and sends it. On a device without storage, it has to arrive at once. */
export async function turnOn(tap: Tap): Promise<void> {
  try {
    localStorage.setItem(key, JSON.stringify(tap));
  } catch {
    await send(tap);
    return;
  }
  await sendTap(tap);
}
