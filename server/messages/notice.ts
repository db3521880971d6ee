import type { PushNotice } from "#contract/messages.ts";
import type { EmailContent } from "./email/content.ts";

/** Something that one person is to be told, by whichever way. Its text is the whole of a text message. */
export interface Notice extends PushNotice {
  /** The content of the e-mail, where it differs from `text`. */
  readonly email?: EmailContent;
  /** For how long a push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
}
