import { sql } from "kysely";
import { expect, test } from "vitest";
import { listFailedMessages } from "#contract/operator/failed-messages.ts";
import { listOperatedFamilies } from "#contract/operator/families.ts";
import { getFigures } from "#contract/operator/figures.ts";
import { listOperatedPeople } from "#contract/operator/people.ts";
import { fillEveryTable } from "#tests/support/every-table.ts";
import { newOperator } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

test("an operator reads no words of a family, no numbers and no addresses, wherever they are stored", {
  timeout: 120_000,
}, async () => {
  const { kysely } = server().database;
  await fillEveryTable(server().world);
  const now = server().clock.now();
  await kysely.updateTable("messages").set({ state: "FAILED", failed_at: now }).execute();
  const operator = await newOperator(server());
  const columns = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')
      and table_name not in ('migrations', 'help_phrases', 'help_categories')`.execute(kysely);
  const stored = new Set<string>();
  for (const { table, column } of columns.rows) {
    const { rows } = await sql<{ value: string | null }>`select distinct ${sql.ref(column)}::text as value
      from ${sql.table(table)}`.execute(kysely);
    for (const { value } of rows) if (value && /\s|@|\+\d/.test(value)) stored.add(value);
  }
  const names = await sql<{
    name: string;
  }>`select name from families union select username from people`.execute(kysely);
  for (const { name } of names.rows) stored.delete(name);
  expect(stored.size).toBeGreaterThan(100);
  const answers = [
    await operator.client.call(listOperatedFamilies, { query: {} }),
    await operator.client.call(listOperatedPeople, { query: {} }),
    await operator.client.call(listFailedMessages, { query: {} }),
    await operator.client.call(getFigures),
  ];
  expect(answers.map((answer) => Object.values(answer)[0])).not.toContainEqual([]);
  const said = JSON.stringify(answers);
  expect([...stored].filter((words) => said.includes(JSON.stringify(words).slice(1, -1)))).toEqual([]);
});
