/** Mutation tests of the rules that matter most: `npm run mutation`, or for one folder `npm run mutation -- --mutate "<glob>"`. */
export default {
  mutate: [
    "contract/{text,typed-words,time-words,graphemes,contact-details}.ts",
    "contract/calendar/recurrence-words.ts",
    "web/features/calendar/manual-events/one-line/*-words.ts",
    "server/platform/allowances/**/*.ts",
    "server/features/invitations/**/*.ts",
    "server/features/calendar/{recurrence,manual-events}/**/*.ts",
    "server/features/help/{requests,plan,promises}/**/*.ts",
    "!**/{*.test,sample-calls}.ts",
  ],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // The whole suite is related to these files. The tests beside them are enough, and run in minutes.
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  // Stryker cannot read tsconfig.json with TypeScript 7, and does not need it.
  ignorePatterns: ["tsconfig.json", "/dist", "/dist-server", "/docs"],
  reporters: ["clear-text", "html"],
  htmlReporter: { fileName: ".stryker/report.html" },
  tempDirName: ".stryker/sandbox",
  clearTextReporter: { reportTests: false },
};
