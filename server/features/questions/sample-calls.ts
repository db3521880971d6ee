import type * as questions from "#contract/questions.ts";
import { nextSundayOf } from "#tests/support/questions.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const questionCalls: SampleCalls<typeof questions> = {
  "GET /api/questions/current": {},
  "GET /api/questions/next": {},
  "PUT /api/questions/next": {
    prepare: ({ server }) => ({ body: { sunday: nextSundayOf(server), text: "Who lived next door?" } }),
    records: [["Anna Reyes", { kind: "question-set", question: "Who lived next door?" }]],
  },
};
