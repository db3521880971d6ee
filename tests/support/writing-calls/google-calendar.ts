// Calls about the connected Google calendar.
import { disconnectCalendar, listConnectedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { connectAs } from "../sign-in/calendar.ts";
import { body, type WritingCall } from "./call.ts";

const account = { account: "sandbox-anna" };

export const callsAboutGoogleCalendar: readonly WritingCall[] = [
  {
    endpoint: disconnectCalendar,
    async prepare({ anna }) {
      await connectAs(anna, account);
      return {};
    },
  },
  {
    endpoint: shareCalendars,
    async prepare({ anna }) {
      await connectAs(anna, account);
      const { calendars } = await anna.client.call(listConnectedCalendars);
      return body({
        calendars: calendars.slice(0, 1).map(({ id }) => ({ id, isShared: true, category: "kids" })),
      });
    },
  },
];
