import type * as events from "#contract/calendar/manual-events.ts";
import { dentist, plan } from "#tests/support/events.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const manualEventCalls: SampleCalls<typeof events> = {
  "GET /api/manual-events": {},
  "POST /api/manual-events": {
    prepare: () => ({ body: dentist }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/manual-events/:id": {
    prepare: async ({ anna }) => ({
      params: { id: (await plan(anna)).id },
      body: { ...dentist, title: "Doctor" },
    }),
    records: "nothing: it changes what the day shows",
  },
  "DELETE /api/manual-events/:id": {
    prepare: async ({ anna }) => ({ params: { id: (await plan(anna)).id } }),
    records: "nothing: it changes what the day shows",
  },
};
