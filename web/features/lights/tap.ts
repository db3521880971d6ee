// A tap that turns on a light, or waves to one, is stored on the device before it is sent, and stays until the server has it.
import { dayMs } from "#contract/durations.ts";
import { call } from "#web/platform/api/call.ts";
import { Outbox, type Sender, type Waiting } from "#web/platform/offline/outbox.ts";

/** What a tap does: it waves to this person, or else turns on one's own light. Once a day is enough for each. */
interface Meant {
  at: string;
  waveTo?: number | undefined;
}

export interface Tap extends Waiting, Meant {}

export const tapsOutbox = new Outbox<Tap>({
  database: "porchlight-lights",
  store: "taps",
  lock: "porchlight-lights",
  madeAt: ({ at }) => Date.parse(at),
  // A tap from before today changes nothing.
  maxAgeMs: dayMs,
});

const timeoutMs = 10_000;

function send({ at, waveTo: id }: Meant): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  if (id === undefined) return call("PUT /api/lights/own/lighting", { body: { at } }, signal);
  return call("PUT /api/lights/:id/wave", { params: { id }, body: { at } }, signal);
}

export const storedTaps = (owner: Sender): Promise<Tap[]> => tapsOutbox.of(owner).catch(() => []);

/** Sends the taps that wait. Returns whether the server has got one of them, or has refused it for good. */
export async function sendTaps(owner: Sender): Promise<boolean> {
  const { hasChanged } = await tapsOutbox.flush(owner, { send, refusalOf: () => undefined });
  return hasChanged;
}

/** Stores the tap and sends it. On a device without storage, it has to arrive at once. */
export async function tap(owner: Sender, { at, waveTo }: Meant): Promise<void> {
  const key = [owner.familyId, owner.personId, ...(waveTo === undefined ? [] : ["wave", waveTo])].join(" ");
  try {
    await tapsOutbox.put({ ...owner, key, at, waveTo });
  } catch {
    await send({ at, waveTo });
    return;
  }
  await sendTaps(owner);
}
