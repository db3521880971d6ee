// What a reminder says.
import { cleanText, withoutAddresses } from "#contract/text.ts";
import type { Row } from "#server/db/schema.ts";
import type { MessageContent } from "#server/messages/message-kind.ts";

type SentReminder = Pick<
  Row<"reminders">,
  "family_id" | "event_id" | "message" | "title" | "location" | "is_all_day" | "starts_on_clock"
>;

const inWords = (time: Temporal.PlainDateTime, format: Intl.DateTimeFormatOptions): string =>
  time.toLocaleString("en-US", format);

/** "today", "tomorrow", or "on Wednesday, November 25". */
function dayOf(time: Temporal.PlainDateTime, today: Temporal.PlainDate): string {
  const { days } = today.until(time.toPlainDate());
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  return `on ${inWords(time, { weekday: "long", month: "long", day: "numeric" })}`;
}

const timeOf = ({ is_all_day }: SentReminder, time: Temporal.PlainDateTime): string =>
  is_all_day ? "" : ` at ${inWords(time, { hour: "numeric", minute: "2-digit" })}`;

function short(words: string, max: number): string {
  const letters = [...cleanText(words)];
  return letters.length > max
    ? `${letters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : words;
}

/** "Dentist is now at 3:00 PM": a time today is said without the day. */
function saying(reminder: SentReminder, today: Temporal.PlainDate): string {
  const time = Temporal.PlainDateTime.from(reminder.starts_on_clock);
  const [title, day, hour] = [
    short(withoutAddresses(reminder.title), 80),
    dayOf(time, today),
    timeOf(reminder, time),
  ];
  if (reminder.message === "begins") return `${title} is ${day}${hour}`;
  if (reminder.message === "cancelled") return `${title} ${day}${hour} is canceled`;
  return day === "today" && hour ? `${title} is now${hour}` : `${title} is now ${day}${hour}`;
}

const placeOf = ({ message, location }: SentReminder): string =>
  message === "cancelled" || !location ? "" : ` Where: ${short(location, 80)}.`;

/** How the outbox knows the message about an event. */
export const reminderMessage = { name: "reminder", isUrgent: false } as const;

const anHour = 60 * 60;

/** `seconds` are left until the event is past. */
export function reminderContent(
  reminder: SentReminder,
  today: Temporal.PlainDate,
  seconds: number,
): MessageContent {
  const title = saying(reminder, today);
  return {
    ...{ title, text: `${title}.${placeOf(reminder)}`, path: "/" },
    push: {
      kind: "reminder",
      tag: `reminder-${reminder.event_id}`,
      familyId: reminder.family_id,
      ttlSeconds: Math.min(anHour, Math.max(0, Math.floor(seconds))),
      urgency: "high",
    },
  };
}
