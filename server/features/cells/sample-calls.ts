import type * as cells from "#contract/cells.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const cellCalls: SampleCalls<typeof cells> = {
  "POST /api/cells/search": {
    prepare: ({ rose }) => ({ body: { address: rose.phoneNumber } }),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "GET /api/cells/room": {},
};
