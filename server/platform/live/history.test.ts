// The changes that a screen hears of between its first read and the opening of its live connection.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { getHome } from "#contract/home.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import { publish } from "#server/platform/live/publish.ts";
import { Client } from "#tests/support/client.ts";
import { LiveStream } from "#tests/support/live-stream.ts";
import { inLong } from "#tests/support/long-form.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { holdReads } from "#tests/support/reads.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { LiveHistory } from "./history.ts";

const server = useServer();

let other: TestServer;
let family: Awaited<ReturnType<typeof reyesFamily>>;
let stranger: Person;
beforeAll(async () => {
  other = await startServer({ databaseUrl: server().databaseUrl });
  family = await reyesFamily(server());
  stranger = await signUp(server(), { name: "Carla" });
});
afterAll(() => other.stop());

const clientOn = ({ url }: TestServer, { client }: Person) => new Client(url, client.token);

async function readHome(on: TestServer, person = family.anna): Promise<string> {
  const { headers } = await clientOn(on, person).ask(getHome);
  return headers.get("live-position") ?? "";
}

async function openSince(position: string, on = server(), person = family.anna): Promise<LiveStream> {
  const response = await clientOn(on, person).fetch(
    "GET",
    `/api/live?${new URLSearchParams({ since: position })}`,
  );
  expect(response.status).toBe(200);
  return new LiveStream(response);
}

const heardBy = (stream: LiveStream) => expect.poll(() => stream.heard);

const change = (audience: Parameters<typeof publish>[1], ...events: LiveEvent[]) =>
  publish(server().database.kysely, audience, ...events);

const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(server().database.kysely);

/** Resolves once both servers have heard all that was published before. */
async function untilHeard(): Promise<void> {
  const streams = await Promise.all([server(), other].map((one) => openSince("", one, stranger)));
  await change(stranger.familyId, "activity");
  for (const stream of streams) await heardBy(stream).toContain("activity");
}

describe("a live connection opened with the position of home's answer", () => {
  test("starts with the names of what has changed for this person since", async () => {
    const { anna, ben } = family;
    await change(anna.familyId, "manual-events");
    await untilHeard();
    // Anything heard in the same millisecond counts as later.
    const readyAt = performance.now() + 1;
    await expect.poll(() => performance.now()).toBeGreaterThan(readyAt);
    const position = await readHome(server());
    await change(anna.familyId, "puzzles", "local-events");
    await change({ personId: anna.id }, "reminders");
    await change({ personId: ben.id }, "account");
    await change(stranger.familyId, "invitations");
    await untilHeard();
    const stream = await openSince(position);
    await heardBy(stream).toEqual(["puzzles", "local-events", "reminders"]);
    await change(anna.familyId, "family");
    await heardBy(stream).toEqual(["puzzles", "local-events", "reminders", "family"]);
  });

  test.each(["", "unknown", "a.b.c", "Infinity", "%00.1"])(
    "hears that everything has to be read when the position is not known: %j",
    async (position) => {
      await heardBy(await openSince(position)).toEqual(["everything"]);
    },
  );

  test("hears that everything has to be read when another server answered", async () => {
    await heardBy(await openSince(await readHome(other))).toEqual(["everything"]);
  });

  test("hears that everything has to be read when something may have been missed", async () => {
    const position = await readHome(server());
    const screens = [await openSince(position), await openSince(await readHome(other), other)];
    await cutListeners();
    // Both servers hear again before the next test changes anything.
    for (const screen of screens) await heardBy(screen).toEqual(["everything"]);
    await heardBy(await openSince(position)).toEqual(["everything"]);
  });
});

test("a sign-out while the caller is being proven ends the live connection", async () => {
  const anna = await signUp(server(), { name: "Anna" });
  const isProven = Promise.withResolvers<void>();
  const isSignedOut = Promise.withResolvers<void>();
  const held = holdReads(server(), async () => {
    isProven.resolve();
    await isSignedOut.promise;
  });
  const opening = anna.client.fetch("GET", "/api/live");
  await isProven.promise;
  held.mockRestore();
  await clientOn(server(), anna).call(logout);
  await untilHeard();
  isSignedOut.resolve();
  const stream = new LiveStream(await opening);
  await expect.poll(() => stream.hasEnded).toBe(true);
});

test("only forgotten changes count as unknown", () => {
  const now = vi.spyOn(performance, "now");
  const history = new LiveHistory(2);
  const at = (time: number) => {
    now.mockReturnValue(time);
    return history.position;
  };
  const record = (familyId: number) => history.record({ familyId, events: ["puzzles"] });
  const first = at(10);
  record(1);
  const second = at(20);
  record(2);
  at(30);
  record(3);
  now.mockRestore();
  const since = (position: string, familyId: number) =>
    history.namesSince(position, { familyId, personId: 1 });
  expect([since(first, 1), since(first, 2)]).toEqual([["everything"], ["everything"]]);
  expect([since(second, 1), since(second, 2), since(second, 3)]).toEqual([[], ["puzzles"], ["puzzles"]]);
});

interface Screen {
  readonly stream: LiveStream;
  /** The names of what has changed since this screen read home. */
  readonly changed: ReadonlySet<string>;
}

const isUpToDate = ({ stream: { heard }, changed }: Screen): boolean =>
  heard.includes("everything") || [...changed].every((name) => heard.includes(name));

const places = ["here", "elsewhere"] as const;
type Place = (typeof places)[number];

/** A random run of Anna's screens on two servers. */
class Story {
  readonly #reads: { readonly position: string; readonly changed: Set<string> }[] = [];
  readonly screens: Screen[] = [];

  async change(name: LiveEvent): Promise<void> {
    await change(family.anna.familyId, name);
    for (const { changed } of this.#reads) changed.add(name);
  }

  async read(place: Place): Promise<void> {
    this.#reads.push({ position: await readHome(this.#serverAt(place)), changed: new Set() });
  }

  async open(place: Place): Promise<void> {
    const read = this.#reads.at(-1);
    if (!read) return;
    this.screens.push({ ...read, stream: await openSince(read.position, this.#serverAt(place)) });
  }

  #serverAt = (place: Place): TestServer => (place === "here" ? server() : other);
}

const names = ["family", "calendar-events", "puzzles", "local-events", "help-requests"] as const;

const steps = {
  "a change for her": (story: Story, name: LiveEvent) => story.change(name),
  "a change for others": (_: Story, name: LiveEvent) => change(stranger.familyId, name),
  "home is read": (story: Story, _: LiveEvent, place: Place) => story.read(place),
  "the connection opens": (story: Story, _: LiveEvent, place: Place) => story.open(place),
  "the listeners are cut": cutListeners,
};
const kinds = Object.keys(steps) as (keyof typeof steps)[];

const stories = fc.array(
  fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...names), fc.constantFrom(...places)),
  { minLength: 6, maxLength: 16 },
);

test(
  "on two servers, whatever changes after home was read is heard once the live connection is open",
  async () => {
    const property = fc.asyncProperty(stories, async (parts) => {
      const story = new Story();
      for (const [kind, name, place] of parts) await steps[kind](story, name, place);
      await expect.poll(() => story.screens.every(isUpToDate), { timeout: 5_000, interval: 5 }).toBe(true);
    });
    await fc.assert(property, { numRuns: inLong(1_000, 25), ...inLong({}, { seed: 1 }) });
  },
  inLong(300_000, 20_000),
);
