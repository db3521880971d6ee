import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { keepServerKey, passphrase, temporaryFolder } from "#tests/support/backups.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

/** Runs what `npm run` does, and answers its exit code and its words. */
async function run(args: readonly string[], given: Record<string, string> = {}) {
  const env = { ...process.env, BACKUP_PASSPHRASE: "", DATABASE_URL: "", NODE_ENV: "production", ...given };
  const child = spawn(process.execPath, ["server/main.ts", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, said, complained };
}

describe("on the command line", () => {
  test("a server is backed up, the backup is verified, and it is restored elsewhere", async () => {
    await reyesFamily(server());
    const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    await keepServerKey(server(), dataDir);
    const other = await emptyDatabase();
    onTestFinished(() => other.drop());
    const file = join(elsewhere, "porch.tar.gz.age");
    const settings = { BACKUP_PASSPHRASE: passphrase, DATABASE_URL: server().databaseUrl, DATA_DIR: dataDir };

    const backedUp = await run(["backup", file], settings);
    expect(backedUp).toMatchObject({ code: 0, complained: "" });
    expect(backedUp.said).toMatch(
      /Backed up and verified: [\d,]+ rows of \d+ tables, and the key, in \d+\.\d MB\.\n/,
    );
    expect(backedUp.said).toContain(`The backup is ${file}\n`);

    const verified = await run(["verify", file], { BACKUP_PASSPHRASE: passphrase });
    expect(verified).toMatchObject({ code: 0, complained: "" });
    expect(verified.said).toMatch(/The backup is complete: [\d,]+ rows/);

    const place = { DATABASE_URL: other.url, DATA_DIR: join(elsewhere, "data") };
    const restored = await run(["restore", file], { ...settings, ...place });
    expect(restored).toMatchObject({ code: 0, complained: "" });
    expect(restored.said).toMatch(/Restored: [\d,]+ rows/);

    const again = await run(["restore", file], { ...settings, ...place });
    expect(again).toMatchObject({ code: 1, said: "" });
    expect(again.complained).toMatch(/^\nThe restore failed\.\nThe database of DATABASE_URL is not empty/);
  });

  test("a mistake is answered in one sentence", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "letters.txt"), "Dear Rose");
    const answers = await Promise.all([
      run(["verify"]),
      run(["verify", join(folder, "letters.txt")]),
      run(["backup", join(folder, "letters.txt")]),
      run(["backup", join(folder, "new")], { BACKUP_PASSPHRASE: passphrase, DATA_DIR: folder }),
    ]);
    expect(answers).toEqual(
      [
        "The verification failed.\nPlease name one file: npm run verify -- file.tar.gz.age",
        "The verification failed.\nThere is no terminal to ask for the passphrase. Please set BACKUP_PASSPHRASE.",
        `The backup failed.\n${join(folder, "letters.txt")} is there already. Please choose another name.`,
        `The backup failed.\nThere is no database in ${folder}. Please set DATA_DIR or DATABASE_URL.`,
      ].map((words) => ({ code: 1, said: "", complained: `\n${words}\n\n` })),
    );
  });
});
