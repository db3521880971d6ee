// Separate from the calls about messages, whose schemas the service worker does not need.
import * as z from "zod/mini";
import { Id } from "./values.ts";

const PushKind = z.enum(["help", "reminder", "test", "hello", "light"]);

/** The content of a push message, from the server to the service worker. */
export const PushPayload = z.object({
  kind: PushKind,
  title: z.string(),
  text: z.string(),
  /** The path in the app that it opens. */
  path: z.string(),
  /** A newer message with the same tag replaces it. */
  tag: z.string(),
  /** The family that the message is about. A device closes it when its owner has left that family. */
  familyId: z.optional(Id),
  /** The button "I'll help" POSTs to this path without a sign-in. */
  acknowledgePath: z.optional(z.string()),
  /** The buttons of a scam check PUT a verdict to this path without a sign-in. */
  verdictPath: z.optional(z.string()),
  /** The device POSTs to this path without a sign-in when the message has arrived. */
  receiptPath: z.optional(z.string()),
  callNumber: z.optional(z.string()),
  callName: z.optional(z.string()),
});
export type PushPayload = z.output<typeof PushPayload>;
