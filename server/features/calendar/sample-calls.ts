import type * as calendar from "#contract/calendar/calendar.ts";
import * as settings from "#contract/calendar/settings.ts";
import { minuteMs } from "#contract/durations.ts";
import { calendar as calendarOf, serveLunch } from "#tests/support/feed-server.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const shown = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };

export const calendarCalls: SampleCalls<typeof calendar | typeof settings> = {
  "GET /api/calendar-events/tomorrow": {},
  "GET /api/calendar-events": {
    prepare: () => ({ query: { from: "2026-11-01", to: "2026-11-30" } }),
  },
  "GET /api/calendar-settings": {},
  "GET /api/stale-calendars": {},
  "PUT /api/calendar-settings": {
    prepare: ({ feeds }) => ({ body: { ...shown, calendarUrl: serveLunch(feeds) } }),
    records: "nothing: it changes what the day shows",
  },
  "POST /api/calendar-settings/reading": {
    async prepare({ server, feeds, anna }) {
      const body = { ...shown, calendarUrl: serveLunch(feeds) };
      await anna.client.call(settings.changeCalendarSettings, { body });
      feeds.serve("/day.ics", calendarOf(["Dinner", ":20261120T230000Z"]));
      // Not so long that opening home would fetch it too.
      server.clock.advance(minuteMs);
      return {};
    },
    records: "nothing: it changes what the day shows",
  },
};
