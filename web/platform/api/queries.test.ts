import { globSync, readFileSync } from "node:fs";
import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { liveEvents } from "#contract/live-events.ts";
import { CallError } from "./call.ts";
import { createQueryClient, readAfterReturn } from "./queries.ts";

const keys = globSync("web/**/*.{ts,tsx}")
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:queryKey: |keyOf = .*=> )\["([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );

/** Pages behind signed links have no session, so the live connection does not reach them. */
const withoutSession = ["account-changes", "family-deletions", "letter-stops", "test-answers"];

/** The operator's page is about all families, and live events reach the members of one. */
const ofAllFamilies = ["operator"];

it("every query is read again by a live event, because its key starts with the name of one", () => {
  const names: readonly string[] = [...liveEvents, ...withoutSession, ...ofAllFamilies];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((name = "") => !names.includes(name))).toEqual([]);
});

it.each([
  ["failed", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is under way and never ends", () => new Promise<string>(() => {})],
])("a first read that %s is asked again when the connection is back", async (_, withoutConnection) => {
  const queries = createQueryClient();
  let isConnected = false;
  const queryFn = () => (isConnected ? Promise.resolve("answer") : withoutConnection());
  const observer = new QueryObserver<string>(queries, { queryKey: ["family"], queryFn });
  const stop = observer.subscribe(() => {});
  await new Promise(setImmediate);
  isConnected = true;
  readAfterReturn(queries);
  await expect.poll(() => observer.getCurrentResult().data).toBe("answer");
  stop();
});

it("a read that is refused as one too many is repeated after the time that the server asked to wait, once", async () => {
  const queries = createQueryClient();
  const times: number[] = [];
  const headers = { "retry-after": "1" };
  const queryFn = async () => {
    times.push(performance.now());
    if (times.length === 1) throw new CallError(new Response("", { status: 429, headers }), "");
    return "answer";
  };
  const observer = new QueryObserver<string>(queries, { queryKey: ["family"], queryFn });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data, { timeout: 3_000 }).toBe("answer");
  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(990);
  expect(times).toHaveLength(2);
  stop();
});

it("a read that is refused for another reason is not repeated by itself", async () => {
  const queries = createQueryClient();
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    const headers = { "retry-after": "1" };
    return Promise.reject(new CallError(new Response("", { status: 403, headers }), ""));
  };
  const observer = new QueryObserver<string>(queries, { queryKey: ["family"], queryFn });
  const stop = observer.subscribe(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(reads).toBe(1);
  stop();
});
