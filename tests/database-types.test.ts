import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateTypes, typesFile } from "../scripts/database-types.ts";
import { cloneDatabase } from "./support/database.ts";

it("the types of the tables are those of the migrated database", async () => {
  const database = await cloneDatabase();
  try {
    const generated = await generateTypes(database.url);
    expect(await readFile(typesFile, "utf8"), "Please run `npm run types:database`.").toBe(generated);
  } finally {
    await database.drop();
  }
});
