// A family subscribes to other calendars by their addresses.
import * as z from "zod/mini";
import { cleanText } from "../text.ts";
import { Instant, maxTyped } from "../values.ts";

function isAddress(text: string): boolean {
  if (!/^(https?|webcals?):\/\//i.test(text)) return false;
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

const address = (isOptional: boolean) =>
  z.string("Please enter a valid URL").check(
    maxTyped(4_000, "Please enter a valid URL"),
    z.overwrite(cleanText),
    z.trim(),
    z.maxLength(2000, { abort: true, error: "Please enter a valid URL" }),
    z.refine((text) => (isOptional && text === "") || isAddress(text), "Please enter a valid URL"),
  );

/** The address of an ICS calendar or of a page of Google Calendar. */
export const FeedUrl = address(false);
/** `""` means none. */
export const OptionalFeedUrl = address(true);

/** Counts all events of a calendar, whenever they are, and those that we could not read. */
export const EventCounts = z.object({
  found: z.number(),
  unreadable: z.number(),
  /** The title of the first event that could not be read. */
  firstUnreadable: z.nullable(z.string()),
});
export type EventCounts = z.output<typeof EventCounts>;

/** The time of a calendar's last successful fetch, and the reason why later ones failed. */
export const CalendarFreshness = z.object({
  /** The time of the last successful fetch. Its events are the ones that are shown. */
  updatedAt: Instant,
  /** Why the fetches since then failed, in plain words. */
  failure: z.nullable(z.string()),
});
export type CalendarFreshness = z.output<typeof CalendarFreshness>;
