import { expect, test } from "vitest";
import { useServer } from "#tests/support/server.ts";
import { finishThenStart, runDue } from "./queue.ts";

const server = useServer();

test("queues start even when the work before them fails, and the failure is reported", async () => {
  let starts = 0;
  const failing = {
    finishDue: () => Promise.reject(new Error("One row is bad.")),
    nextDue: async () => null,
  };
  const counting = {
    name: "counting",
    async startDue() {
      starts += 1;
      return { count: 1, finished: Promise.resolve() };
    },
    nextDue: async () => null,
  };
  const both = finishThenStart("both", failing, [counting]);
  await expect(runDue(server().world, both)).rejects.toThrow("One row is bad.");
  expect(starts).toBe(1);
});
