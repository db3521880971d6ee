// Every endpoint has a sample call, with which the other tests of this folder try it.
import { expect, it } from "vitest";
import { endpointsOf, nameOf, sampleCalls } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";

const server = useServer();

it("every endpoint has a sample call beside its feature, and every sample call has an endpoint", () => {
  const names = endpointsOf(server()).map(nameOf);
  const missing = names.filter((name) => !sampleCalls.has(name));
  const stale = [...sampleCalls.keys()].filter((name) => !names.includes(name));
  expect([
    ...missing.map((name) => `${name} has no sample call: add it to the sample-calls.ts of its feature`),
    ...stale.map(
      (name) => `${name} is no endpoint: delete its sample call in the sample-calls.ts of its feature`,
    ),
  ]).toEqual([]);
});
