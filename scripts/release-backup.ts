// Writes the two files on which tests/releases.test.ts tests every later version: the backup of a family with rows in every
// table, and the ZIP with rows in every list that an admin downloads. Each release adds them.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backUp } from "#server/features/backup/backup/backup.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { inOneFile, keepServerKey, passphrase, releasesFolder } from "#tests/support/backups.ts";
import { fillEveryTable } from "#tests/support/every-table.ts";
import { emptyLists, exportOf, familyWithEveryList } from "#tests/support/family-file.ts";
import { newFolder } from "#tests/support/folder.ts";
import { startServer } from "#tests/support/server.ts";
import packageJson from "../package.json" with { type: "json" };

async function write(dataDir: string, databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const server = await startServer({ databaseUrl });
  try {
    await fillEveryTable(server.world);
    await keepServerKey(server, dataDir);
    const file = join(releasesFolder, `${packageJson.version}.tar.gz.age`);
    const createdAt = server.clock.now();
    const to = { databaseUrl, dataDir, file, passphrase, createdAt };
    const { bytes, manifest } = await backUp({ ...to, ...inOneFile });
    const empty = manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
    if (empty.length > 0) {
      await rm(file);
      throw new Error(`No rows in ${empty.join(", ")}. Please add some in tests/support/every-table.ts.`);
    }
    const { anna } = await familyWithEveryList(server);
    const zip = await exportOf(anna);
    const missing = emptyLists(zip);
    if (missing.length > 0)
      throw new Error(`No rows in ${missing.join(", ")}. Please add some in tests/support/family-file.ts.`);
    await writeFile(join(releasesFolder, `${packageJson.version}.zip`), zip);
    console.log(`${file} has ${manifest.tables.length} tables in ${bytes} bytes.`);
  } finally {
    await server.stop();
  }
}

const folder = await newFolder();
const embedded = await startEmbedded(folder);
try {
  await mkdir(releasesFolder, { recursive: true });
  await write(join(folder, "key"), embedded.url);
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
