import type { LeadTime } from "#contract/calendar/reminders.ts";
import type { Channel } from "#contract/messages.ts";

export const leadTimeWords: Record<LeadTime, string> = {
  "10-minutes": "10 minutes before an event",
  "1-hour": "1 hour before an event",
  "evening-before": "The evening before, at 6 PM",
};

export const channelWords: Record<Channel, string> = {
  sms: "Text message",
  email: "E-mail",
  push: "Message on my devices",
};

/** What has to be done before a way leads to somebody. */
export const howToOpen: Record<Channel, string> = {
  sms: "For a text, please add your phone number first.",
  email: "For an e-mail, please add your address first.",
  push: "For messages on a device, please turn them on there first.",
};
