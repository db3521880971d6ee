import type * as home from "#contract/home.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const homeCalls: SampleCalls<typeof home> = { "GET /api/home": {} };
