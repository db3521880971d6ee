import * as localEvents from "#contract/local-events.ts";
import { concert } from "#tests/support/events.ts";
import { addFeedRow, serveLunch } from "#tests/support/feed-server.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const ownEvent = async ({ anna }: Family) =>
  (await anna.client.call(localEvents.addLocalEvent, { body: concert })).id;

export const localEventCalls: SampleCalls<typeof localEvents> = {
  "GET /api/local-events/active": {},
  "GET /api/local-events": {},
  "POST /api/local-events": {
    prepare: () => ({ body: concert }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/local-events/:id": {
    prepare: async (family) => ({
      params: { id: await ownEvent(family) },
      body: { ...concert, title: "Ball" },
    }),
    records: "nothing: it changes what the day shows",
  },
  "DELETE /api/local-events/:id": {
    prepare: async (family) => ({ params: { id: await ownEvent(family) } }),
    records: "nothing: it changes what the day shows",
  },
  "GET /api/local-event-feeds": {},
  "POST /api/local-event-feeds": {
    prepare: ({ feeds }) => ({ body: { url: serveLunch(feeds), name: "Library" } }),
    records: "nothing: it changes what the day shows",
  },
  "DELETE /api/local-event-feeds/:id": {
    prepare: async ({ server, anna }) => ({ params: { id: await addFeedRow(server, anna) } }),
    records: "nothing: it changes what the day shows",
  },
};
