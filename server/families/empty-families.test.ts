import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { leaveFamily } from "#contract/families.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { createApp } from "#server/app.ts";
import { runDue } from "#server/jobs/queue.ts";
import { addSample } from "#server/sandbox/sample/sample.ts";
import { join, type Somebody, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { emptyFamilies } from "./empty-families.ts";

const server = useServer();
const aDay = 24 * 60 * 60 * 1000;

const run = (statement: RawBuilder<unknown>) => statement.execute(server().database.kysely);

async function tablesOfFamilies(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'family_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(server().database.kysely);
  return rows.map(({ name }) => name);
}

/** The tables that have a row of this family. */
async function filledTables(familyId: number): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await tablesOfFamilies()) {
    const { rows } = await sql`select from ${sql.table(table)} where family_id = ${familyId} limit 1`.execute(
      server().database.kysely,
    );
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

/** A row in each table that the sample family leaves empty. */
async function fillTheRest(family: number): Promise<void> {
  const member = sql`select family_id, person_id from memberships where family_id = ${family} limit 1`;
  for (const statement of [
    sql`insert into calendar_addresses (family_id, person_id, secret_hash, sealed_secret, changed_at)
      select family_id, person_id, 'a', 'b', now() from (${member}) m`,
    sql`insert into calendar_attempts select family_id, 'a', id, now() from sessions where family_id = ${family} limit 1`,
    sql`insert into calendar_connections (family_id, connected_by, subject, sealed_refresh_token, connected_at)
      select family_id, person_id, 'a', 'b', now() from (${member}) m`,
    sql`insert into calendar_revocations (family_id, subject, sealed_refresh_token, due_at)
      values (${family}, 'a', 'b', now())`,
    sql`insert into calendar_settings (family_id) values (${family})`,
    sql`insert into escalation_plans (family_id, steps) values (${family}, '[]')`,
    sql`insert into feeds (family_id, purpose, sealed_url, name, digest, parsed_at, read_at, due_at)
      values (${family}, 'google', 'a', 'a', 'a', now(), now(), now())`,
    sql`insert into feed_events (family_id, feed_id, occurrence, title, location, description, starts_on_clock,
        ends_on_clock, is_all_day)
      select family_id, id, 'a', 'a', 'a', 'a', now(), now(), false from feeds where family_id = ${family}`,
    sql`insert into google_events select family_id, id, 'a', '{}' from feeds where family_id = ${family}`,
    sql`insert into messages (kind, is_urgent, family_id, person_id, channel, created_at, due_at)
      select 'help', true, family_id, person_id, 'sms', now(), now() from (${member}) m`,
    sql`insert into manual_event_exceptions
      select family_id, id, '2026-11-24' from manual_events where family_id = ${family} limit 1`,
    sql`insert into reminder_choices (family_id, person_id, is_on, lead_time, channel, categories, chosen_at, check_at)
      select family_id, person_id, true, '1-hour', 'sms', '{}', now(), now() from (${member}) m`,
    sql`insert into reminders (family_id, person_id, event_id, message, title, location, category, source,
        is_all_day, starts_on_clock)
      select family_id, person_id, 'a', 'begins', 'a', 'a', 'a', 'a', false, now() from (${member}) m`,
  ])
    await run(statement);
}

async function pass(days: number): Promise<void> {
  server().clock.advance(days * aDay);
  await runDue(server().world, emptyFamilies);
}

const isThere = async (familyId: number): Promise<boolean> =>
  (await sql`select from families where id = ${familyId}`.execute(server().database.kysely)).rows.length ===
  1;

test("30 days after its last member left, no row of a family remains in any table", async () => {
  await addSample(server().world, createApp);
  const { id } = await server().database.kysely.selectFrom("families").select("id").executeTakeFirstOrThrow();
  await fillTheRest(id);
  expect(await filledTables(id)).toEqual(await tablesOfFamilies());
  const { client, id: zoe } = await join(server(), { familyId: id } as Somebody, "admin", "Zoe");
  await run(sql`update sessions set family_id = null where family_id = ${id} and person_id <> ${zoe}`);
  await run(sql`delete from memberships where family_id = ${id} and person_id <> ${zoe}`);
  await client.call(leaveFamily);
  await pass(29.9);
  expect(await isThere(id)).toBe(true);
  expect(await filledTables(id)).toContain("manual_events");
  await pass(0.2);
  expect(await filledTables(id)).toEqual([]);
  expect(await isThere(id)).toBe(false);
});

const leave = ({ client }: Somebody) => client.call(leaveFamily);

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
