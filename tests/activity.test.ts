// The activity log says of every write what its sample call promises, and nothing else.
import { expect, it } from "vitest";
import { RecordedChange } from "#contract/activity.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { reyesFamily } from "./support/people.ts";
import { endpointNamed, prepareCall, writingCalls } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";
import { connectAs } from "./support/sign-in/calendar.ts";

const server = useServer();
const feeds = useFeedServer();

async function lastId(): Promise<number> {
  const rows = server().database.kysely.selectFrom("activity");
  const newest = await rows.select((select) => select.fn.max("id").as("id")).executeTakeFirst();
  return newest?.id ?? 0;
}

/** Activity of all families, in the order it was recorded. */
async function recordedSince(id: number): Promise<[string | null, RecordedChange][]> {
  const rows = server().database.kysely.selectFrom("activity").selectAll().where("id", ">", id);
  const found = await rows.orderBy("id").execute();
  return found.map(({ person_name, kind, details }) => [
    person_name,
    RecordedChange.parse({ kind, ...details }),
  ]);
}

it.each(writingCalls)("the activity says once what %s did, and who did it", async (name, { records }) => {
  const call = await prepareCall(server(), feeds, endpointNamed(server(), name));
  const before = await lastId();
  await call();
  expect(await recordedSince(before)).toEqual(typeof records === "string" ? [] : records);
});

it("connecting a calendar on Google's own page is recorded", async () => {
  const { anna } = await reyesFamily(server());
  const before = await lastId();
  await connectAs(anna, { account: "sandbox-anna" });
  expect(await recordedSince(before)).toEqual([["Anna Reyes", { kind: "calendar-connected" }]]);
});

/** Recorded by due work, or by the operator's command. The tests of these features cover them. */
const recordedLater = ["account-deleted", "family-moved"];

it("every kind of activity is recorded in one of these tests", () => {
  const kinds = RecordedChange.def.options.map(({ shape }) => shape.kind.def.values[0]);
  const tested = writingCalls.flatMap(([, { records }]) =>
    typeof records === "string" ? [] : records.map(([, { kind }]) => kind),
  );
  expect([...new Set([...tested, "calendar-connected", ...recordedLater])].sort()).toEqual([...kinds].sort());
});
