import { dayMs } from "#contract/durations.ts";
import { Outbox, type Waiting } from "#web/platform/offline/outbox.ts";

/** A picture or a voice message that the server does not have yet. Its key is the Idempotency-Key of every attempt. */
export interface WaitingFile extends Waiting {
  /** The Idempotency-Key of the request, which may itself be waiting. */
  requestKey: string;
  kind: "picture" | "voice";
  /** A JPEG, or a WAV file of plain samples. Not every browser can store a Blob. */
  bytes: ArrayBuffer;
  takenAt: number;
}

export const filesOutbox = new Outbox<WaitingFile>({
  database: "porchlight-files",
  store: "files",
  lock: "porchlight-files",
  madeAt: ({ takenAt }) => takenAt,
  // Anything older is about a request that is long over.
  maxAgeMs: 7 * dayMs,
});
