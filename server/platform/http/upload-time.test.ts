import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, it } from "vitest";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { inLong } from "#tests/support/long-form.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const timeoutMs = inLong(10_000, 200);
/** Node looks for late requests once in a second. */
const checkMs = 1_000;

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
  Object.assign(server().app.server, { headersTimeout: timeoutMs, requestTimeout: timeoutMs });
});

interface Sent {
  readonly bytes: number;
  /** After how long each part of the body is sent. */
  readonly pausesMs: readonly number[];
  readonly isComplete: boolean;
}

/** Sends a body to the route of the import, part by part. */
async function importSlowly({ bytes, pausesMs, isComplete }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sending = request(server().url + importFamily.path, {
    method: importFamily.method,
    headers: {
      authorization: `Bearer ${anna.client.token}`,
      "content-type": "application/zip",
      "content-length": bytes,
    },
  });
  sending.on("response", resolve).on("error", reject).flushHeaders();
  const part = Buffer.alloc(bytes / pausesMs.length);
  for (const [place, pauseMs] of pausesMs.entries()) {
    await setTimeout(pauseMs);
    if (place < pausesMs.length - 1 || isComplete) sending.write(part);
  }
  const response = await promise;
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

// Both tests wait for seconds, so they run at the same time.
describe.concurrent("an upload", () => {
  it("is read if it arrives as slowly as at 1 Mbit/s", async ({ expect }) => {
    const late = timeoutMs + checkMs;
    // This much takes four seconds at 1 Mbit/s.
    const sent = { bytes: 500_000, pausesMs: [0, late, 500, 500], isComplete: true };
    expect(await importSlowly(sent)).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  it("is refused if it arrives even more slowly", async ({ expect }) => {
    const sent = { bytes: 62_500, pausesMs: [0, 100], isComplete: false };
    const began = performance.now();
    expect(await importSlowly(sent)).toEqual({
      status: 408,
      body: { message: "That took too long. Please try again.", code: "timeout" },
    });
    expect(performance.now() - began).toBeGreaterThan(timeoutMs + 500);
  });
});
