// Sends hellos and hearts.
import { call, messageOf } from "#web/platform/api/call.ts";
import { samplesOf, toRecording } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { hellosOutbox, type WaitingFile, type WaitingHeart } from "./outbox-store.ts";

// A file on a slow connection takes longer than words.
const timeoutMs = 30_000;

async function sendFile(
  { kind, helloKey, place, caption, answerTo, birthdayOf, sunday = "", bytes }: WaitingFile,
  signal: AbortSignal,
): Promise<void> {
  const headers = { "idempotency-key": helloKey };
  if (kind === "picture") {
    const query = { place, ...(caption && { caption }) };
    const upload = new Blob([bytes], { type: "image/jpeg" });
    await call("POST /api/hellos/pictures", { headers, query, upload }, signal);
    return;
  }
  if (kind === "words") {
    await call("POST /api/hellos/words", { headers, body: { sunday, words: caption } }, signal);
    return;
  }
  const query = {
    ...(caption && { caption }),
    ...(answerTo !== undefined && { answerTo: String(answerTo) }),
    ...(birthdayOf !== undefined && { birthdayOf: String(birthdayOf) }),
    ...(sunday && { sunday }),
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

/** Returns whether anything was sent, or refused for good. */
export async function flush(giver: Sender): Promise<boolean> {
  const { hasChanged } = await hellosOutbox.flush(giver, {
    send,
    // The hello that was loved is gone. A file is shown with the reason, because somebody took the trouble.
    refusalOf: ({ kind }, error) =>
      kind === "heart" ? undefined : messageOf(error, "Porchlight could not accept this."),
  });
  return hasChanged;
}
