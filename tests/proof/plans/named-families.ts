// Finds the statements that don't say to which family the rows belong that they read or change. They are read by PostgreSQL's own
// parser: https://github.com/constructive-io/libpg-query-node
import { parse } from "libpg-query";
import { Client } from "pg";
import { query } from "#tests/support/embedded.ts";

interface Node {
  readonly [name: string]: Node | readonly Node[] | string | undefined;
}
type Part = Node[string];

const nodesIn = (...parts: readonly Part[]): Node[] =>
  parts.flat().filter((part): part is Node => typeof part === "object");

/** All nodes of these types below these, but nothing within those that are left out. */
function find(types: readonly string[], nodes: readonly Node[], leftOut: readonly string[] = []): Node[] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, value]) => {
      if (leftOut.includes(name)) return [];
      const children = nodesIn(value);
      return [...(types.includes(name) ? children : []), ...find(types, children, leftOut)];
    }),
  );
}

interface Table {
  readonly name: string;
  readonly alias: string;
}

const tableOf = ({ relname, alias }: Node): Table => ({
  name: String(relname),
  alias: String(nodesIn(alias)[0]?.aliasname ?? relname),
});

const statements = ["SelectStmt", "UpdateStmt", "DeleteStmt"];

/** The tables of a statement itself. Those of the statements within it are their own. */
const tablesOf = ({ fromClause, usingClause, relation }: Node): Table[] =>
  [...find(["RangeVar"], nodesIn(fromClause, usingClause), statements), ...nodesIn(relation)].map(tableOf);

/** The columns that are compared, each as "alias.column" or "column". */
const comparedIn = (statement: Node): string[] =>
  find(["A_Expr", "JoinExpr", "SubLink", "NullTest"], [statement])
    .flatMap(({ lexpr, rexpr, usingClause, testexpr, arg }) => [
      ...find(["ColumnRef"], [{ sides: nodesIn(lexpr, rexpr, testexpr, arg) }]),
      ...nodesIn(usingClause).map((fields) => ({ fields })),
    ])
    .map(({ fields }) =>
      find(["String"], nodesIn(fields))
        .map(({ sval }) => sval)
        .join("."),
    );

/** "memberships by person_id": a table of a family, and the columns by which its rows are found without a family. */
async function unnamedIn(text: string, familyTables: ReadonlySet<string>): Promise<string[]> {
  // The parser's own types differ for each node, and this reads all alike.
  const parsed = (await parse(text)) as unknown as Node;
  return find(statements, [parsed]).flatMap((statement) => {
    const compared = comparedIn(statement);
    const columnsOf = ({ alias }: Table) =>
      compared.flatMap((column) => {
        const [first = "", name] = column.split(".");
        return name === undefined ? [first] : first === alias ? [name] : [];
      });
    return tablesOf(statement)
      .filter((table) => familyTables.has(table.name) && !columnsOf(table).includes("family_id"))
      .map((table) => `${table.name} by ${[...new Set(columnsOf(table))].sort().join(", ")}`);
  });
}

/** The tables whose rows all belong to a family. Those of people and of the server's own work have none, or may have one. */
async function familyTablesAt(url: string): Promise<ReadonlySet<string>> {
  const rows = await query<{ name: string }>(
    url,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'family_id' and is_nullable = 'NO'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Records the statements that this process sends from now on. */
export function recordStatements() {
  const texts = new Set<string>();
  const send = Client.prototype.query;
  const record = function (this: Client, ...args: Parameters<typeof send>) {
    const [sent] = args as readonly unknown[];
    if (typeof sent === "string") texts.add(sent);
    else if (sent && typeof sent === "object" && "text" in sent) texts.add(String(sent.text));
    return send.apply(this, args);
  };
  Object.assign(Client.prototype, { query: record });
  return {
    /** The ways in which rows of families are found without naming the family, in the order of the alphabet. */
    async unnamed(url: string): Promise<string[]> {
      const familyTables = await familyTablesAt(url);
      const found = await Promise.all([...texts].map((text) => unnamedIn(text, familyTables)));
      return [...new Set(found.flat())].sort();
    },
  };
}
