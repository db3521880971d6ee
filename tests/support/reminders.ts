// Chooses reminders for a person and reads the texts they receive.
import { changeReminders } from "#contract/calendar/reminders.ts";
import type { Sent } from "#contract/endpoint.ts";
import { sendReminders } from "./due-work.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

type Choice = Sent<typeof changeReminders>["body"];

export const anHourBefore: Choice = {
  isOn: true,
  leadTime: "1-hour",
  channel: "sms",
  categories: ["kids", "family", "appointment"],
};

export const choose = ({ client }: Person, choice: Partial<Choice> = {}) =>
  client.ask(changeReminders, { body: { ...anHourBefore, ...choice } });

/** Moves the clock to a local time of the family and sends the reminders that are due then. */
export async function advanceClockTo(server: TestServer, clockTime: string, timeZone = "America/New_York") {
  const then = Temporal.PlainDateTime.from(clockTime).toZonedDateTime(timeZone);
  server.clock.advance(then.epochMilliseconds - server.clock.now().getTime());
  await sendReminders(server.world);
}

/** Texts to this person except codes, oldest first. */
export const messagesTo = (server: TestServer, { phoneNumber }: Person): string[] =>
  server.outbox.filter(({ to, text }) => to === phoneNumber && !text.includes("#")).map(({ text }) => text);
