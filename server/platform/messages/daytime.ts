// The hours for messages that nobody waits for, on the family's clock.
import { clockAt, dateOf } from "#server/platform/zoned-time.ts";
import type { Message, MessageContent, Prepared } from "./message-kind.ts";
import { sendOrPostpone } from "./postponement.ts";

const firstHour = 9;
const endHour = 20;

/** The next time at which such a message may be sent: now, or in the morning, at 9 unless another hour is given. */
export function nextDaytime(now: Date, timeZone: string, morningHour = firstHour): Date {
  const time = clockAt(now, timeZone);
  if (time.hour >= firstHour && time.hour < endHour) return now;
  const morning = time.add({ days: time.hour < firstHour ? 0 : 1 }).withPlainTime({ hour: morningHour });
  return dateOf(morning);
}

/** A row that says what a message is about. */
interface Found {
  readonly messageId: number;
  readonly timeZone: string;
}

/** Sends by day those messages for which something was found, and postpones them by night. */
export function byDay<Row extends Found>(
  now: Date,
  messages: readonly Message[],
  found: readonly Row[],
  contentOf: (row: Row) => MessageContent,
): Prepared {
  const rows = new Map(found.map((row) => [row.messageId, row]));
  const wanted = messages.flatMap((message) => {
    const about = rows.get(message.id);
    return about ? [{ message, about, until: nextDaytime(now, about.timeZone) }] : [];
  });
  return sendOrPostpone(now, wanted, contentOf);
}
