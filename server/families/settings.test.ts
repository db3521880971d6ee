import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { changeFamily, countries, getFamily } from "#contract/families.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { emergencyNumberOf } from "./families.ts";

const server = useServer();

test("an admin changes the family's name, zone, country and puzzles; the emergency number follows", async () => {
  const { anna, rose } = await reyesFamily(server());
  const body = {
    name: " The Reyes clan ",
    timeZone: "Europe/London",
    country: "GB",
    puzzleLibrary: false,
  } as const;
  const answered = await anna.client.call(changeFamily, { body });
  const family = await rose.client.call(getFamily);
  expect(answered).toEqual(family);
  expect(family).toMatchObject({ ...body, name: "The Reyes clan", emergencyNumber: "999" });
  expect((await rose.client.call(getStatus)).user.families).toMatchObject([{ name: "The Reyes clan" }]);
});

test("fields that are left out keep their value", async () => {
  const { anna } = await reyesFamily(server());
  const before = await anna.client.call(getFamily);
  expect(before).toMatchObject({ country: "US", emergencyNumber: "911", puzzleLibrary: true });
  expect(await anna.client.call(changeFamily, { body: {} })).toEqual(before);
  const after = await anna.client.call(changeFamily, { body: { country: "DE" } });
  expect(after).toEqual({ ...before, country: "DE", emergencyNumber: "112" });
});

test.each([
  [{ name: " " }, { name: "Please give the family a name" }],
  [{ timeZone: "Mars/Olympus" }, { timeZone: "We don't know this time zone." }],
  [{ timeZone: "+05:30" }, { timeZone: "We don't know this time zone." }],
  [{ country: "XX" }, { country: "Please choose a country" }],
])("%j is refused at its field", async (body, fields) => {
  const { anna } = await reyesFamily(server());
  const { status, body: problem } = await anna.client.ask(changeFamily, { body });
  expect(status).toBe(400);
  expect(problem).toMatchObject({ fields });
});

test("the others' screens and the day are refreshed at once", async () => {
  const { anna, rose } = await reyesFamily(server());
  const stream = await openStream(rose.client);
  await anna.client.call(changeFamily, { body: { timeZone: "America/Chicago" } });
  await expect
    .poll(() => stream.heard)
    .toEqual(["family", "account", "calendar-events", "puzzles", "local-events"]);
});

test("every country that can be chosen has its own emergency number or 112", () => {
  const numbers = new Set(countries.map(emergencyNumberOf));
  expect([...numbers].sort()).toEqual(["000", "111", "112", "911", "999"]);
});
