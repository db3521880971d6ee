import { dayMs } from "#contract/durations.ts";
import { Outbox, type Waiting } from "#web/platform/offline/outbox.ts";

interface Made extends Waiting {
  madeAt: number;
}

/** One picture or voice message, or an answer in words. Several pictures with the same hello key are one hello. */
export interface WaitingFile extends Made {
  kind: "picture" | "voice" | "words";
  /** The Idempotency-Key of every attempt. */
  helloKey: string;
  place: number;
  caption: string;
  answerTo?: number;
  birthdayOf?: number;
  /** The Sunday whose question it answers. */
  sunday?: string;
  /** A JPEG, or a WAV file of plain samples. Words have none. Not every browser can store a Blob. */
  bytes: ArrayBuffer;
}

export interface WaitingHeart extends Made {
  kind: "heart";
  helloId: number;
  isLoved: boolean;
}

export const hellosOutbox = new Outbox<WaitingFile | WaitingHeart>({
  database: "porchlight-hellos",
  store: "hellos",
  lock: "porchlight-hellos",
  madeAt: ({ madeAt }) => madeAt,
  maxAgeMs: 30 * dayMs,
});
