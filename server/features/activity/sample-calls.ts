import type * as activity from "#contract/activity.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const activityCalls: SampleCalls<typeof activity> = { "GET /api/activity": {} };
