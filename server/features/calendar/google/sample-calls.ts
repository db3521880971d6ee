import * as google from "#contract/calendar/google.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";
import { connectAs } from "#tests/support/sign-in/calendar.ts";

const account = { account: "sandbox-anna" };

export const googleCalendarCalls: SampleCalls<typeof google> = {
  "GET /api/calendar/auth-url": {},
  "GET /api/calendar/calendars": {
    prepare: async ({ anna }) => void (await connectAs(anna, account)),
  },
  "PUT /api/calendar/calendars": {
    async prepare({ anna }) {
      await connectAs(anna, account);
      const { calendars } = await anna.client.call(google.listConnectedCalendars);
      const shared = { isShared: true, category: "kids" };
      return { body: { calendars: calendars.slice(0, 1).map(({ id }) => ({ id, ...shared })) } };
    },
    records: "nothing: it changes what the day shows",
  },
  "POST /api/calendar/disconnect": {
    prepare: async ({ anna }) => void (await connectAs(anna, account)),
    records: [["Anna Reyes", { kind: "calendar-disconnected" }]],
  },
};
