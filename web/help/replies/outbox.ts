// A picture is stored on the device before it is sent, and stays until the server has it.
import { addPicture } from "#contract/help/replies.ts";
import { call, messageOf } from "#web/api/call.ts";
import { isRefusedForGood, oneAtATime } from "#web/offline/sending.ts";
import { allPictures, putPicture, removePicture, type WaitingPicture } from "./outbox-store.ts";

/** A request whose pictures may be sent now. */
export interface StoredRequest {
  id: number;
  idempotencyKey: string;
}

// A picture on a slow connection takes longer than words.
const timeoutMs = 30_000;

async function send({ id }: StoredRequest, { key, bytes }: WaitingPicture): Promise<void> {
  const upload = new Blob([bytes], { type: "image/jpeg" });
  const headers = { "idempotency-key": key };
  await call(addPicture, { params: { id: String(id) }, headers, upload }, AbortSignal.timeout(timeoutMs));
}

/** Returns whether it was sent or refused for good. */
async function deliver(request: StoredRequest, picture: WaitingPicture): Promise<boolean> {
  try {
    await send(request, picture);
  } catch (error) {
    if (!isRefusedForGood(error)) return false;
    await putPicture({ ...picture, refusal: messageOf(error, "Porchlight could not accept this picture.") });
    return true;
  }
  // If this fails, the picture is sent again under the same key, which the server recognizes.
  await removePicture(picture.key).catch(() => undefined);
  return true;
}

type Owner = Pick<WaitingPicture, "personId" | "familyId">;

export const picturesFor = async (
  { personId, familyId }: Owner,
  requestKey: string,
): Promise<WaitingPicture[]> =>
  (await allPictures()).filter(
    (picture) =>
      picture.personId === personId && picture.familyId === familyId && picture.requestKey === requestKey,
  );

/** Sends the pictures that wait for this request, oldest first, until one fails. Returns whether any was sent. */
export const flushPictures = (owner: Owner, request: StoredRequest): Promise<boolean> =>
  oneAtATime("porchlight-pictures", async () => {
    let hasChanged = false;
    for (const picture of await picturesFor(owner, request.idempotencyKey)) {
      if (picture.refusal !== undefined) continue;
      if (!(await deliver(request, picture))) break;
      hasChanged = true;
    }
    return hasChanged;
  }).catch(() => false);

/** Sends a picture that this browser cannot store. Throws if that fails. */
export const sendUnkept = (request: StoredRequest, picture: WaitingPicture): Promise<void> =>
  send(request, picture);
