import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { lastCell, startServer, type TestServer } from "#tests/support/server.ts";

async function startCell(number: string, databaseUrl?: string): Promise<TestServer> {
  const server = await startServer({ databaseUrl, env: { ...lastCell, CELL_NUMBER: number } });
  onTestFinished(() => server.stop());
  return server;
}

interface Sequence {
  name: string;
  type: string;
  begins: number;
  last: number | null;
}

async function sequencesOf({ database }: TestServer): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename as name, data_type::text as type, start_value as begins, last_value as last
    from pg_sequences where schemaname = 'public' order by sequencename`.execute(database.kysely);
  return rows;
}

const rangeOf = ({ type }: Sequence) => (type === "integer" ? 10_000_000 : 10_000_000_000);

test("the ids of a cell begin in its range, each as far into it as they begin elsewhere", async () => {
  const cell = await startCell("3");
  const sequences = await sequencesOf(cell);
  expect(sequences.filter(({ type }) => type === "integer").map(({ name }) => name)).toEqual([
    "backups_id_seq",
    "families_id_seq",
    "passkeys_id_seq",
    "people_id_seq",
  ]);
  expect(sequences.map(({ name, last }) => [name, last])).toEqual(
    sequences.map((each) => [each.name, 3 * rangeOf(each) + each.begins - 1]),
  );
  const { anna } = await reyesFamily(cell);
  expect(anna.familyId).toBe(30_000_001);
  const phrase = { categoryId: 1, phrase: "My radio is too quiet." };
  expect(await anna.client.call(addHelpPhrase, { body: phrase })).toMatchObject({ id: 30_000_010_000 });

  const before = await sequencesOf(cell);
  await Promise.all(["3", "0", "2"].map((number) => startCell(number, cell.databaseUrl)));
  expect(await sequencesOf(cell)).toEqual(before);
  await startCell("5", cell.databaseUrl);
  expect((await reyesFamily(cell)).anna.familyId).toBe(50_000_001);
});

test("the ids of a server without a number begin where they always did", async () => {
  const server = await startCell("0");
  const { anna } = await reyesFamily(server);
  expect(anna.familyId).toBe(1);
});
