// A picture or voice message is stored on the device before it is sent, and stays until the server has it.
import { call, messageOf } from "#web/platform/api/call.ts";
import { samplesOf, toRecording } from "#web/platform/media/recording.ts";
import { isRefusedForGood, oneAtATime } from "#web/platform/offline/retries.ts";
import { allFiles, putFile, removeFile, type WaitingFile } from "./outbox-store.ts";

/** A request about which files may be sent now. */
export interface StoredRequest {
  id: number;
  idempotencyKey: string;
}

// A file on a slow connection takes longer than words.
const timeoutMs = 30_000;

async function send({ id }: StoredRequest, { key, kind, bytes }: WaitingFile): Promise<void> {
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

/** Returns whether it was sent or refused for good. */
async function deliver(request: StoredRequest, file: WaitingFile): Promise<boolean> {
  try {
    await send(request, file);
  } catch (error) {
    if (!isRefusedForGood(error)) return false;
    await putFile({ ...file, refusal: messageOf(error, "Porchlight could not accept this.") });
    return true;
  }
  // If this fails, it is sent again under the same key, which the server recognizes.
  await removeFile(file.key).catch(() => undefined);
  return true;
}

type Owner = Pick<WaitingFile, "personId" | "familyId">;

export const filesFor = async ({ personId, familyId }: Owner, requestKey: string): Promise<WaitingFile[]> =>
  (await allFiles()).filter(
    (file) => file.personId === personId && file.familyId === familyId && file.requestKey === requestKey,
  );

/** Sends what waits for this request, oldest first, until one fails. Returns whether any was sent. */
export const flushFiles = (owner: Owner, request: StoredRequest): Promise<boolean> =>
  oneAtATime("porchlight-files", async () => {
    let hasChanged = false;
    for (const file of await filesFor(owner, request.idempotencyKey)) {
      if (file.refusal !== undefined) continue;
      if (!(await deliver(request, file))) break;
      hasChanged = true;
    }
    return hasChanged;
  }).catch(() => false);

/** Sends a file that this browser cannot store. Throws if that fails. */
export const sendDirectly = (request: StoredRequest, file: WaitingFile): Promise<void> => send(request, file);
