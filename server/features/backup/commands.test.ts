import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { keepServerKey, releasesFolder, temporaryFolder } from "#tests/support/backups.ts";
import { runDataCommand as run } from "#tests/support/data-command.ts";
import { cloneDatabase, emptyDatabase, onServer } from "#tests/support/database.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

describe("on the command line", () => {
  test("a server is backed up, the backup is verified, and it is restored elsewhere", async () => {
    await reyesFamily(server());
    const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    await keepServerKey(server(), dataDir);
    const other = await emptyDatabase();
    onTestFinished(() => other.drop());
    const file = join(elsewhere, "porch.tar.gz.age");
    const settings = { DATABASE_URL: server().databaseUrl, DATA_DIR: dataDir };

    const backedUp = await run(["backup", file], settings);
    expect(backedUp).toMatchObject({ code: 0, complained: "" });
    expect(backedUp.said).toMatch(
      /Backed up and verified: [\d,]+ rows of \d+ tables, and the key, in \d+\.\d MB\.\n/,
    );
    expect(backedUp.said).toContain(`The backup is ${file}\n`);

    const verified = await run(["verify", file], {});
    expect(verified).toMatchObject({ code: 0, complained: "" });
    expect(verified.said).toMatch(/The backup is complete: [\d,]+ rows/);

    const place = { DATABASE_URL: other.url, DATA_DIR: join(elsewhere, "data") };
    const restored = await run(["restore", file], { ...settings, ...place });
    expect(restored).toMatchObject({ code: 0, complained: "" });
    expect(restored.said).toMatch(/Restored: [\d,]+ rows/);
    expect(restored.said).toContain(
      "Start a server on them with the same DATABASE_URL and DATA_DIR: npm start",
    );

    const again = await run(["restore", file], { ...settings, ...place });
    expect(again).toMatchObject({ code: 1, said: "" });
    expect(again.complained).toMatch(
      /^\nThe restore failed\.\nThe database of DATABASE_URL is not empty: .*\. Please make an empty database/,
    );
  });

  test("a mistake is answered in plain words, before anybody is asked for a passphrase", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "letters.txt"), "Dear Rose");
    const lost = join(folder, "lost");
    const [release = ""] = globSync(join(releasesFolder, "*.age"));
    const answers = await Promise.all([
      run(["verify"], {}),
      run(["verify", join(folder, "letters.txt")], { BACKUP_PASSPHRASE: "" }),
      run(["restore", lost], { BACKUP_PASSPHRASE: "" }),
      run(["restore", release], { DATA_DIR: folder, BACKUP_PASSPHRASE: "" }),
      run(["verify", release], { BACKUP_PASSPHRASE: "" }),
      run(["backup", join(folder, "letters.txt")], {}),
      run(["backup", join(folder, "new")], { DATA_DIR: folder, BACKUP_PASSPHRASE: "" }),
      run(["backup", join(folder, "new")], { DATABASE_URL: "postgres://127.0.0.1:1/none" }),
    ]);
    expect(answers).toEqual(
      [
        "The verification failed.\nPlease name one file: npm run verify -- file.tar.gz.age",
        `The verification failed.\n${join(folder, "letters.txt")} is not a backup of Porchlight, or its beginning is damaged.`,
        `The restore failed.\n${lost} cannot be read. Is that its name?\nENOENT: no such file or directory, stat '${lost}'`,
        `The restore failed.\n${folder} is not empty: it holds letters.txt. Please set DATA_DIR to an empty folder.`,
        "The verification failed.\nThere is no terminal to ask for the passphrase. Please set BACKUP_PASSPHRASE.",
        `The backup failed.\n${join(folder, "letters.txt")} is there already. Please choose another name.`,
        `The backup failed.\nThere is no database in ${folder}. Please set DATA_DIR or DATABASE_URL.`,
        "The backup failed.\nThe database does not answer, or was stopped meanwhile. Is it running, and is its address right?\nconnect ECONNREFUSED 127.0.0.1:1",
      ].map((words) => expect.objectContaining({ code: 1, said: "", complained: `\n${words}\n\n` })),
    );
  });

  test("the memory that a backup takes does not grow with its contents", { tags: "extended" }, async () => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, "secret.key"), "07".repeat(32));
    // The rows take 96 MB when they are read, but little on the disk, where they are compressed.
    await onServer(
      database.url,
      "create table lines (line text); insert into lines select repeat('porch ', 16000) from generate_series(1, 1000)",
    );
    const { code, said, peakMegabytes } = await run(["backup", join(dataDir, "backup")], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
    expect(code).toBe(0);
    expect(said).toMatch(/Backed up and verified: [\d,]{5,} rows/);
    expect(peakMegabytes).toBeGreaterThan(50);
    expect(peakMegabytes).toBeLessThan(300);
  });
});
