// Sends the pictures and voice messages of a thread.
import { call, messageOf } from "#web/platform/api/call.ts";
import { samplesOf, toRecording } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { filesOutbox, type WaitingFile } from "./outbox-store.ts";

/** A request about which files may be sent now. */
export interface StoredRequest {
  id: number;
  idempotencyKey: string;
}

// A file on a slow connection takes longer than words.
const timeoutMs = 30_000;

/** Throws what `call` throws. */
export async function send({ id }: StoredRequest, { key, kind, bytes }: WaitingFile): Promise<void> {
  const parts = { params: { id }, headers: { "idempotency-key": key } };
  const signal = AbortSignal.timeout(timeoutMs);
  if (kind === "voice") {
    await call(
      "POST /api/help-requests/:id/voice-messages",
      { ...parts, upload: toRecording(samplesOf(bytes)) },
      signal,
    );
    return;
  }
  await call(
    "POST /api/help-requests/:id/pictures",
    { ...parts, upload: new Blob([bytes], { type: "image/jpeg" }) },
    signal,
  );
}

export const filesFor = async (sender: Sender, requestKey: string): Promise<WaitingFile[]> =>
  (await filesOutbox.of(sender)).filter((file) => file.requestKey === requestKey);

/** Returns whether any of this request's files was sent, or refused for good. */
export async function flushFiles(sender: Sender, request: StoredRequest): Promise<boolean> {
  const { hasChanged } = await filesOutbox.flush(sender, {
    send: (file) => send(request, file),
    refusalOf: (_, error) => messageOf(error, "Porchlight could not accept this."),
    isReady: ({ requestKey }) => requestKey === request.idempotencyKey,
  });
  return hasChanged;
}
