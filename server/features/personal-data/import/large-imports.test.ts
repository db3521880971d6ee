// Files that are far larger than they look, and families that are really large.
import { beforeAll, describe, expect, test } from "vitest";
import { quantile } from "#bench/figures.ts";
import { changeManualEvent } from "#contract/calendar/manual-events.ts";
import { getFamily } from "#contract/families.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { addSample } from "#dev/sandbox/sample/sample.ts";
import { createApp } from "#server/app.ts";
import { measureSlowdown } from "#tests/support/busy-machine.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { dataIn, exportOf, livelyFamily, uploadOf, zipWith } from "#tests/support/family-file.ts";
import { newSession, type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

const bring = ({ client }: Pick<Person, "client">, zip: Buffer) => client.ask(importFamily, uploadOf(zip));

let data: string;
beforeAll(async () => {
  const lively = await startServer();
  const { anna } = await livelyFamily(lively);
  data = dataIn(await exportOf(anna));
  await lively.stop();
});

const countOf = async (table: "families" | "manual_events" | "manual_event_occurrences") => {
  const all = server().database.kysely.selectFrom(table);
  return (await all.select((select) => select.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
    .count;
};

/** How long somebody else waits for an answer, again and again until the work is done. */
async function waitsMeanwhile(work: Promise<unknown>): Promise<number> {
  const { client } = await signUp(server());
  const slowdown = measureSlowdown();
  const waits: number[] = [];
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await client.call(getFamily);
    waits.push(performance.now() - began);
  }
  await end;
  return quantile(waits, 0.99) / slowdown();
}

/** Refuses the file soon, stores nothing, and keeps nobody waiting. */
async function refusalOf(zip: Buffer): Promise<string> {
  const newcomer = await signUp(server());
  const before = [await countOf("families"), await countOf("manual_events")];
  const began = performance.now();
  const answer = bring(newcomer, zip);
  expect(await waitsMeanwhile(answer)).toBeLessThan(250);
  expect(performance.now() - began).toBeLessThan(6_000);
  const { status, body } = await answer;
  expect(status).toBe(400);
  // The one who read meanwhile started a family.
  expect([await countOf("families"), await countOf("manual_events")]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
  ]);
  return (body as unknown as { message: string }).message;
}

const tooMuch = "This file is too large once it is unpacked.";

async function* begunWith(lines: string, times: number): AsyncGenerator<string> {
  yield data.slice(0, data.indexOf("\n") + 1);
  for (let count = 0; count < times; count += 1) yield lines;
}

describe("a file is refused soon, and others wait for less than 250 ms,", { timeout: 30_000 }, () => {
  test("with 300 MB of empty lines in 300 KB", async () => {
    const zip = await zipWith(() => begunWith("\n".repeat(1_000_000), 300), "data.json");
    expect(zip.length).toBeLessThan(400_000);
    expect(await refusalOf(zip)).toBe(tooMuch);
  });

  test("with a million empty lines in a megabyte", async () => {
    expect(await refusalOf(await zipWith(() => begunWith("\n".repeat(1_040), 1_000), "data.json"))).toBe(
      tooMuch,
    );
  });

  test("with one endless line", async () => {
    expect(await refusalOf(await zipWith(() => begunWith("x".repeat(500_000), 1), "data.json"))).toBe(
      "This isn't a ZIP with a family's data from Porchlight.",
    );
  });
});

const hourly = `FREQ=DAILY;BYHOUR=${[...Array(24).keys()].join()}`;

/** The file with these events instead of its own. */
function withEvents(events: readonly object[]): string {
  const lines = data.split("\n");
  const from = lines.findIndex((line) => line.startsWith('"events"')) + 1;
  const to = lines.indexOf("],", from);
  const sample = JSON.parse((lines[from] ?? "").replace(/,$/, ""));
  const rows = events.map((event, place) =>
    JSON.stringify({
      ...sample,
      id: place + 1,
      title: `Event ${place}`,
      seriesId: null,
      people: [],
      ...event,
    }),
  );
  return [...lines.slice(0, from), rows.join(",\n"), ...lines.slice(to)].join("\n");
}

const starting = (day: string) => ({
  startsOnClock: `${day} 10:00:00`,
  endsOnClock: `${day} 10:30:00`,
  isAllDay: false,
});
const repeated = (count: number, recurrence: string, day = "2026-11-20") =>
  Array.from({ length: count }, () => ({ ...starting(day), recurrence, exceptions: [], replaces: null }));

describe("rules are no way to store rows without end:", { timeout: 30_000 }, () => {
  test("200 hourly rules are refused before a row is stored", async () => {
    expect(await refusalOf(await zipWith(withEvents(repeated(200, hourly)), "data.json"))).toBe(
      "The repeating events in this file have too many dates. A family here can have at most 20,000 in 400 days.",
    );
  });

  test("200 rules that are counted from 1900 are refused", async () => {
    const zip = await zipWith(withEvents(repeated(200, `${hourly};COUNT=999999`, "1900-01-01")), "data.json");
    expect(await refusalOf(zip)).toBe(
      "An event in this file repeats more than 10,000 times. It needs a last day instead.",
    );
  });

  test("of hourly events that are typed, only as many are stored as 20,000 dates allow", async () => {
    const anna = await signUp(server());
    await plan(anna, { recurrence: hourly });
    await plan(anna, { recurrence: hourly });
    const message =
      "All repeating events of a family can have 20,000 dates in 400 days. Please let this one repeat less often, or delete another one first.";
    await expect(plan(anna, { recurrence: hourly })).rejects.toThrow(message);
    const { id } = await plan(anna, { recurrence: "FREQ=WEEKLY" });
    const changed = { params: { id }, body: { ...dentist, recurrence: hourly } };
    expect(await anna.client.ask(changeManualEvent, changed)).toMatchObject({
      status: 409,
      body: { message },
    });
  });

  test("a daily pill with a huge count is expanded without counting from its start", async () => {
    const zip = await zipWith(withEvents(repeated(1, "FREQ=DAILY;COUNT=99999", "2019-01-01")), "data.json");
    expect((await bring(await signUp(server()), zip)).status).toBe(201);
  });
});

describe("an honest family opens:", { timeout: 60_000 }, () => {
  test("the sample family", async () => {
    const full = await startServer();
    await addSample(full.world, createApp);
    const { person_id: id, family_id: familyId } = await full.database.kysely
      .selectFrom("memberships")
      .select(["person_id", "family_id"])
      .where("role", "=", "admin")
      .executeTakeFirstOrThrow();
    const zip = await exportOf({ client: await newSession(full, { id, familyId }) });
    await full.stop();
    expect((await bring(await signUp(server()), zip)).status).toBe(201);
  });

  test("one of ten years, with 3,000 events, 40 daily ones and 100,000 rows about help", async () => {
    const single = Array.from({ length: 2_900 }, (_, place) => ({
      ...starting(`20${16 + (place % 12)}-0${1 + (place % 9)}-1${place % 10}`),
      recurrence: null,
      exceptions: [],
      replaces: null,
    }));
    const full = withEvents([...single, ...repeated(40, "FREQ=DAILY", "2024-01-01")]);
    const request = (id: number) => ({
      id,
      words: `I can't find number ${id * 7919} on my phone. It was there on Tuesday.`,
      askedAt: new Date(Date.UTC(2016, 0, 1) + id * 3_000_000).toISOString(),
      closedAt: null,
      state: "RESOLVED",
      isUrgent: false,
      askedById: 1,
      askedBy: "Rose",
      helperId: null,
      helper: null,
    });
    const rows = Array.from({ length: 100_000 }, (_, place) => JSON.stringify(request(place + 1)));
    const zip = await zipWith(
      full.replace(
        '"helpRequests": [\n',
        `"helpRequests": [\n${rows.join(",\n")}${/"helpRequests": \[\n\]/.test(full) ? "\n" : ",\n"}`,
      ),
      "data.json",
    );
    const newcomer = await signUp(server());
    const answer = bring(newcomer, zip);
    const wait = await waitsMeanwhile(answer);
    expect((await answer).body).toMatchObject({
      brought: { events: 2_940 },
      left: { helpRequests: 100_000 },
    });
    expect(wait).toBeLessThan(250);
  });
});
