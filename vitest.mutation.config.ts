import { defineConfig } from "vitest/config";

/** The tests beside the rules that `npm run mutation` changes. Stryker runs those that reach each change. */
export default defineConfig({
  test: {
    include: [
      "contract/**/*.test.ts",
      "web/features/calendar/manual-events/one-line/*.test.ts",
      "server/platform/allowances/**/*.test.ts",
      "server/features/invitations/**/*.test.ts",
      "server/features/calendar/{recurrence,manual-events}/**/*.test.ts",
      "server/features/help/{requests,plan,promises}/**/*.test.ts",
    ],
    globalSetup: "tests/support/cluster.ts",
    env: { TZ: "Pacific/Auckland" },
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [{ name: "extended" }],
  },
});
