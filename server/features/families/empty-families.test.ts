import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { dayMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { calendarRevocations } from "#server/features/calendar/google/permissions.ts";
import { phoneRecordings } from "#server/features/phone-doors/recordings.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { fillEveryTable, filledTables, tablesOfFamilies } from "#tests/support/every-table.ts";
import { join, type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { emptyFamilies } from "./empty-families.ts";

const server = useServer();

const run = (statement: RawBuilder<unknown>) => statement.execute(server().database.kysely);

async function pass(days: number): Promise<void> {
  server().clock.advance(days * dayMs);
  await runDue(server().world, emptyFamilies);
}

const isThere = async (familyId: number): Promise<boolean> =>
  (await sql`select from families where id = ${familyId}`.execute(server().database.kysely)).rows.length ===
  1;

test("30 days after its last member left, no row of a family remains in any table", async () => {
  const id = await fillEveryTable(server().world);
  expect(await filledTables(server().world, id)).toEqual(await tablesOfFamilies(server().world));
  const { client, id: zoe } = await join(server(), { familyId: id } as Person, "admin", "Zoe");
  await run(sql`update sessions set family_id = null where family_id = ${id} and person_id <> ${zoe}`);
  await run(sql`delete from memberships where family_id = ${id} and person_id <> ${zoe}`);
  await client.call(leaveFamily);
  await pass(29.9);
  expect(await isThere(id)).toBe(true);
  expect(await filledTables(server().world, id)).toContain("manual_events");
  await pass(0.2);
  // What is at a provider is deleted there, too.
  for (const queue of [calendarRevocations, phoneRecordings]) await runDue(server().world, queue);
  expect(await filledTables(server().world, id)).toEqual([]);
  expect(await isThere(id)).toBe(false);
});

const leave = ({ client }: Person) => client.call(leaveFamily);

test("a family that somebody has joined again is kept", async () => {
  const { familyId } = await signUp(server());
  await run(sql`update families set delete_at = ${server().clock.now()} where id = ${familyId}`);
  await pass(0);
  expect(await isThere(familyId)).toBe(true);
  expect(await emptyFamilies.nextDue(server().world)).toBeNull();
});

test("the last member keeps their account, and a family with members stays however old it is", async () => {
  const [anna, neighbor] = [await signUp(server()), await signUp(server(), { name: "Nora Nash" })];
  await staySignedIn(server());
  const { familyId, client } = anna;
  await client.call(addHelpPhrase, { body: { categoryId: 1, phrase: "My lamp is out." } });
  await leave(anna);
  await pass(31);
  expect(await isThere(familyId)).toBe(false);
  expect(await isThere(neighbor.familyId)).toBe(true);
  expect((await client.call(getStatus)).user).toMatchObject({ familyId: null, families: [] });
});
