// Executes every statement of the product on a database of 200,000 families: none reads a whole table, and each reads
// only rows of the families it is about. statements.proof.ts checks that the calls reach every statement.
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { databaseUrl, onServer } from "#tests/support/database.ts";
import { start, stopAll, useFolder } from "#tests/support/embedded.ts";
import { useFeedServer } from "#tests/support/feed-server.ts";
import { makeFamilies, runEverything } from "./plans/everything.ts";
import { type Executed, explainEverything, recordPlans, type Scan } from "./plans/executed-plans.ts";
import { emptyTables, fixedTables, multiplyFamilies } from "./plans/many-families.ts";
import { makeOtherCell } from "./plans/other-cell.ts";

const families = 200_000;
/** Due work is done in batches of at most fifty families. */
const maxRows = 1_000;

const folder = useFolder();
const feeds = useFeedServer();
afterAll(stopAll);

let executed: Executed[];
let empty: string[];

beforeAll(async () => {
  const cluster = await start(folder("data"));
  await onServer(cluster.url, "create database many_families");
  const url = databaseUrl(cluster.url, "many_families");
  await migrate(url);
  await makeOtherCell(url);
  await makeFamilies(url, feeds);
  await multiplyFamilies(url, families);
  empty = await emptyTables(url);
  await explainEverything(url);
  executed = recordPlans();
  await runEverything(url, feeds);
}, 600_000);

const described = ({ statement }: Executed, { type, of, index, rows }: Scan) =>
  `${type} of ${of}${index ? ` by ${index}` : ""}, ${rows} rows: ${statement}`;

/** PostgreSQL's own tables have rows for ours, and none for families. */
const isFixed = ({ of }: Scan): boolean => of.startsWith("pg_") || fixedTables.has(of);

/** Each statement with a scan that is not allowed, once. */
function statementsWith(isWrong: (scan: Scan) => boolean): string[] {
  const found = executed.flatMap((one) =>
    one.scans.filter((scan) => isWrong(scan) && !isFixed(scan)).map((scan) => described(one, scan)),
  );
  return [...new Set(found)];
}

test("each table that grows has rows of 200,000 families", () => {
  expect(empty).toEqual([]);
});

test("every executed plan is known", () => {
  expect(executed.length).toBeGreaterThan(10_000);
});

test("no statement reads a whole table", () => {
  expect(statementsWith(({ type }) => type === "Seq Scan")).toEqual([]);
});

test("no statement reads more rows than a batch of families has", () => {
  expect(statementsWith(({ rows }) => rows > maxRows)).toEqual([]);
});
