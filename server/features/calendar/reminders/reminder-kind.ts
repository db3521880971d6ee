// The message about an event, one for each change of its reminder, and its text.
import { hourSeconds } from "#contract/durations.ts";
import { shortened } from "#contract/graphemes.ts";
import { cleanText, withoutAddresses } from "#contract/text.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { findDueReminders, markSent, type Reminder } from "./queries.ts";
import { lastMomentOf, soonest, timeOfReminder, todayIn } from "./reminder-rules.ts";

type SentReminder = Pick<
  Reminder,
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

/** "Dentist is now at 3:00 PM": a time today is given without the day. */
function saying(reminder: SentReminder, today: Temporal.PlainDate): string {
  const time = Temporal.PlainDateTime.from(reminder.starts_on_clock);
  const [title, day, hour] = [
    shortened(withoutAddresses(reminder.title), 80),
    dayOf(time, today),
    timeOf(reminder, time),
  ];
  if (reminder.message === "begins") return `${title} is ${day}${hour}`;
  if (reminder.message === "cancelled") return `${title} ${day}${hour} is canceled`;
  return day === "today" && hour ? `${title} is now${hour}` : `${title} is now ${day}${hour}`;
}

const placeOf = ({ message, location }: SentReminder): string =>
  message === "cancelled" || !location ? "" : ` Where: ${shortened(cleanText(location), 80)}.`;

/** Identifies the message about an event in the outbox. */
export const reminderMessage = { name: "reminder", isUrgent: false } as const;

/** `seconds` is the time until the event is past. */
function reminderContent(reminder: SentReminder, today: Temporal.PlainDate, seconds: number): MessageContent {
  const title = saying(reminder, today);
  return {
    title,
    text: `${title}.${placeOf(reminder)}`,
    path: "/",
    push: {
      kind: "reminder",
      tag: `reminder-${reminder.event_id}`,
      ttlSeconds: Math.min(hourSeconds, Math.max(0, Math.floor(seconds))),
      urgency: "high",
    },
  };
}

export const reminderKind: MessageKind = {
  ...reminderMessage,
  notAgain: "The event may be over.",
  async prepare(world, messages) {
    const now = world.clock.now();
    const ids = messages.map(({ subject_id }) => Number(subject_id));
    const reminders = await findDueReminders(world.database.kysely, ids);
    const found = new Map(reminders.map((due) => [due.id, due]));
    const current = messages.flatMap((message) => {
      const due = found.get(Number(message.subject_id));
      if (!due || String(due.version) !== message.about) return [];
      const past = lastMomentOf(timeOfReminder(due), due.time_zone);
      return past > now
        ? [{ message, due, past, allowed: soonest({ choice: due, now }, timeOfReminder(due)) }]
        : [];
    });
    return {
      parcels: current
        .filter(({ allowed }) => allowed <= now)
        .map(({ message, due, past }) => ({
          messages: [message],
          content: () =>
            reminderContent(due, todayIn(due.time_zone, now), (past.getTime() - now.getTime()) / 1000),
        })),
      postponed: current
        .filter(({ allowed }) => allowed > now)
        .map(({ message, allowed }) => ({ message, until: allowed })),
    };
  },
  async reserve(world, { family_id, person_id }) {
    if (family_id === null || person_id === null) return undefined;
    const use = { name: "reminder-texts", key: `${family_id} ${person_id}` } as const;
    return (await takeAllowances(world, world.database.kysely, use)) === 0 ? {} : undefined;
  },
  async accepted(trx, accepted, now) {
    const messages = accepted.map(({ message }) => message);
    await markSent(trx, messages, now);
  },
};
