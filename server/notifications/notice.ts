import type { PushNotice } from "#contract/notifications.ts";
import type { Letter } from "../senders/letter.ts";

/** Something that one person is to be told, by whichever way. Its text is the whole of a text message. */
export interface Notice extends PushNotice {
  /** Instead of an e-mail of these words alone. */
  readonly letter?: Letter;
  /** For how long a push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
}
