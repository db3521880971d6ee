// The tap that turns on a light is stored on the device before it is sent, and stays until the server has it.
import { dayMs } from "#contract/durations.ts";
import { call } from "#web/platform/api/call.ts";
import { Outbox, type Sender, type Waiting } from "#web/platform/offline/outbox.ts";

/** A light is turned on once a day, so one tap of a person at most has to wait. */
export interface Tap extends Waiting {
  at: string;
}

export const tapsOutbox = new Outbox<Tap>({
  database: "porchlight-lights",
  store: "taps",
  lock: "porchlight-lights",
  madeAt: ({ at }) => Date.parse(at),
  // A tap from before today changes nothing.
  maxAgeMs: dayMs,
});

const timeoutMs = 10_000;

const send = ({ at }: Pick<Tap, "at">): Promise<void> =>
  call("PUT /api/lights/own/lighting", { body: { at } }, AbortSignal.timeout(timeoutMs));

export async function storedTap(owner: Sender): Promise<Tap | null> {
  const [tap] = await tapsOutbox.of(owner).catch(() => []);
  return tap ?? null;
}

/** Sends the tap that waits. Returns whether the server has it, or has refused it for good. */
export async function sendTap(owner: Sender): Promise<boolean> {
  const { hasChanged } = await tapsOutbox.flush(owner, { send, refusalOf: () => undefined });
  return hasChanged;
}

/** Stores the tap and sends it. On a device without storage, it has to arrive at once. */
export async function turnOn(owner: Sender, at: string): Promise<void> {
  try {
    await tapsOutbox.put({ ...owner, key: `${owner.familyId} ${owner.personId}`, at });
  } catch {
    await send({ at });
    return;
  }
  await sendTap(owner);
}
