import * as published from "#contract/calendar/published.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const publishedCalendarCalls: SampleCalls<typeof published> = {
  "GET /api/calendar-address": {},
  "POST /api/calendar-address": {
    records: [["Anna Reyes", { kind: "calendar-address-made" }]],
  },
  "PUT /api/calendar-address": {
    async prepare({ caller }) {
      await caller.client.call(published.makeCalendarAddress);
      return { body: { categories: ["kids"] } };
    },
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "DELETE /api/calendar-address": {
    prepare: async ({ caller }) => void (await caller.client.call(published.makeCalendarAddress)),
    records: [["Anna Reyes", { kind: "calendar-address-ended" }]],
  },
};
