// A hello or a heart is stored on the device before it is sent, and stays until the server has it.
import { call, messageOf } from "#web/platform/api/call.ts";
import { samplesOf, toRecording } from "#web/platform/media/recording.ts";
import { isRefusedForGood, oneAtATime } from "#web/platform/offline/retries.ts";
import {
  allWaiting,
  putWaiting,
  removeWaiting,
  type WaitingFile,
  type WaitingHeart,
} from "./outbox-store.ts";

// A file on a slow connection takes longer than words.
const timeoutMs = 30_000;

/** The person and family whose hellos may be sent now. */
export interface Giver {
  personId: number;
  familyId: number;
}

async function sendFile(
  { kind, helloKey, place, caption, answerTo, bytes }: WaitingFile,
  signal: AbortSignal,
): Promise<void> {
  const headers = { "idempotency-key": helloKey };
  if (kind === "picture") {
    const query = { place, ...(caption && { caption }) };
    const upload = new Blob([bytes], { type: "image/jpeg" });
    await call("POST /api/hellos/pictures", { headers, query, upload }, signal);
    return;
  }
  const query = {
    ...(caption && { caption }),
    ...(answerTo !== undefined && { answerTo: String(answerTo) }),
  };
  const upload = toRecording(samplesOf(bytes));
  await call("POST /api/hellos/voice-messages", { headers, query, upload }, signal);
}

/** Throws what `call` throws. */
export async function send(one: WaitingFile | WaitingHeart): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  if (one.kind !== "heart") return sendFile(one, signal);
  const { helloId: id, isLoved } = one;
  await call("PUT /api/hellos/:id/heart", { params: { id }, body: { isLoved } }, signal);
}

/** Returns whether it was sent or refused for good. */
async function deliver(one: WaitingFile | WaitingHeart): Promise<boolean> {
  try {
    await send(one);
  } catch (error) {
    if (!isRefusedForGood(error)) return false;
    // The hello that was loved is gone. A file is shown with the reason, because somebody took the trouble.
    if (one.kind !== "heart") {
      await putWaiting({ ...one, refusal: messageOf(error, "Porchlight could not accept this.") });
      return true;
    }
  }
  // If this fails, it is sent again under the same key, which the server recognizes.
  await removeWaiting(one.key).catch(() => undefined);
  return true;
}

export const waitingOf = async ({ personId, familyId }: Giver): Promise<(WaitingFile | WaitingHeart)[]> =>
  (await allWaiting()).filter((one) => one.personId === personId && one.familyId === familyId);

/** Sends what waits, oldest first, until one fails. Returns whether any was sent. */
export const flush = (giver: Giver): Promise<boolean> =>
  oneAtATime("porchlight-hellos", async () => {
    let hasChanged = false;
    for (const one of await waitingOf(giver)) {
      if (one.kind !== "heart" && one.refusal !== undefined) continue;
      if (!(await deliver(one))) break;
      hasChanged = true;
    }
    return hasChanged;
  }).catch(() => false);
