// Calendars of others that a family follows by their address.
import * as z from "zod/mini";
import { Instant } from "../values.ts";

const isAddress = (text: string): boolean => /^(https?|webcals?):\/\//i.test(text) && URL.canParse(text);

const address = (isOptional: boolean) =>
  z.string("Please enter a valid URL").check(
    z.trim(),
    z.maxLength(2000, "Please enter a valid URL"),
    z.refine((text) => (isOptional && text === "") || isAddress(text), "Please enter a valid URL"),
  );

/** Of an ICS calendar, or of a page of Google Calendar. */
export const FeedUrl = address(false);
/** `""` is none. */
export const OptionalFeedUrl = address(true);

/** What a calendar has, whenever its events are, and what of it we could not read. */
export const EventCounts = z.object({
  found: z.number(),
  unreadable: z.number(),
  /** The title of the first one that could not be read. */
  firstUnreadable: z.nullable(z.string()),
});
export type EventCounts = z.output<typeof EventCounts>;

/** How fresh it is. */
export const FeedFreshness = z.object({
  /** When it was last read well; what it said then is what is shown. */
  updatedAt: Instant,
  /** Why it could not be read since, in plain words. */
  failure: z.nullable(z.string()),
});
export type FeedFreshness = z.output<typeof FeedFreshness>;
