import { defineConfig } from "vitest/config";
import { Counts } from "./tests/support/counts.ts";

const cluster = { globalSetup: "tests/support/cluster.ts" };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default", new Counts()],
    // As long as a locator waits; what has a bound says it where it asks.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          ...cluster,
          name: "rooms",
          include: ["{server,contract,web}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...cluster,
          name: "journeys",
          include: ["tests/journeys/*.spec.ts"],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "proof",
          include: ["tests/proof/*.proof.ts"],
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
