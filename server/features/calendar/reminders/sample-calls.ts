import type * as reminders from "#contract/calendar/reminders.ts";
import { anHourBefore } from "#tests/support/reminders.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const reminderCalls: SampleCalls<typeof reminders> = {
  "GET /api/reminders": {},
  "PUT /api/reminders": {
    prepare: () => ({ body: anHourBefore }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
