// Runs in every test file. When a test has failed, it prints the errors that the test's servers have logged.
import { afterEach } from "vitest";
import { takeFailures } from "./failure-log.ts";

afterEach(({ task }) => {
  const failures = takeFailures();
  if (task.result?.state !== "fail") return;
  // biome-ignore lint/suspicious/noConsole: Vitest shows it beside the test
  for (const failure of failures) console.error(failure);
});
