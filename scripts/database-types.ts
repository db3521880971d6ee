// Writes the types of the tables, as they are once every migration has run.
import { rm, writeFile } from "node:fs/promises";
import {
  ArrayExpressionNode,
  type ColumnMetadata,
  type DatabaseMetadata,
  type ExpressionNode,
  GenericExpressionNode,
  IdentifierNode,
  PostgresDialect,
  serializeFromMetadata,
} from "kysely-codegen";
import { columnTypes, typesOfPostgres } from "#server/platform/db/column-types.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { newFolder } from "#tests/support/folder.ts";

export const typesFile = projectFile("server/platform/db/generated-schema.ts");

const dialect = new PostgresDialect();

/** The generator adds null itself. */
function typeOf({ dataType, isArray, hasDefaultValue }: ColumnMetadata, name: string): ExpressionNode {
  let type: ExpressionNode = new IdentifierNode(name);
  if (isArray) type = new ArrayExpressionNode(type);
  if (dataType === "jsonb") type = new GenericExpressionNode("JSONColumnType", [type]);
  return hasDefaultValue ? new GenericExpressionNode("Generated", [type]) : type;
}

async function readTables(url: string): Promise<DatabaseMetadata> {
  const db = await dialect.introspector.connect({ connectionString: url, dialect });
  return dialect.introspector.introspect({ db }).finally(() => db.destroy());
}

/** Returns the types of the tables of a migrated database. */
export async function generateTypes(url: string): Promise<string> {
  const metadata = await readTables(url);
  const columns = new Map(
    metadata.tables.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column] as const),
    ),
  );
  const types = Object.entries(columnTypes).flatMap(([file, types]) =>
    Object.entries(types).map(([name, paths]) => ({ file, name, paths })),
  );
  const overrides = types.flatMap(({ name, paths }) =>
    paths.map((path) => {
      const column = columns.get(path);
      if (!column) throw new Error(`There is no column ${path}. Please correct column-types.ts.`);
      return [path, typeOf(column, name)] as const;
    }),
  );
  return serializeFromMetadata({
    dialect,
    metadata,
    typeMapping: typesOfPostgres,
    customImports: Object.fromEntries(types.map(({ file, name }) => [name, file])),
    overrides: { columns: Object.fromEntries(overrides) },
  });
}

if (import.meta.main) {
  const folder = await newFolder();
  const embedded = await startEmbedded(folder);
  try {
    await migrate(embedded.url);
    await writeFile(typesFile, await generateTypes(embedded.url));
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
