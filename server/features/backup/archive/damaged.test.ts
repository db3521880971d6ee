import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { listTables, withSession } from "#server/features/backup/database-session.ts";
import { restore } from "#server/features/backup/restore/restore.ts";
import { backUpServer, cheapKey, emptyStorage, keepServerKey, passphrase } from "#tests/support/backups.ts";
import { useFolder } from "#tests/support/embedded.ts";
import { inLong } from "#tests/support/long-form.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { writeArchive } from "./archive-file.ts";
import { verifyArchive } from "./verify.ts";

const server = useServer();
const folder = useFolder();
let archive: Buffer;
let file = "";

beforeAll(async () => {
  await reyesFamily(server());
  await keepServerKey(server(), folder("data"));
  ({ file } = await backUpServer(server(), folder("data")));
  archive = await readFile(file);
});

/** Tries to restore `bytes`, and returns the message of the refusal. Checks that nothing was written. */
async function refusalOf(bytes: Uint8Array, entered = passphrase): Promise<string> {
  const damaged = folder("damaged");
  await writeFile(damaged, bytes);
  const storage = await emptyStorage();
  const refusal = await restore(storage, { file: damaged, passphrase: entered }).then(
    () => "",
    (error: Error) => error.message,
  );
  expect(await withSession(storage.databaseUrl, listTables)).toEqual([]);
  expect(existsSync(storage.dataDir)).toBe(false);
  return refusal.replaceAll(damaged, "FILE");
}

const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(archive);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
};

const damaged = "FILE is damaged or incomplete. Please use another backup.";
const notOpened =
  "The passphrase does not open FILE. If you are sure of the passphrase, the file is damaged.";
const notOurs = "FILE is not a backup of Porchlight, or its beginning is damaged.";

/** Fractions of a length, evenly spread. */
const spread = (count: number) => Array.from({ length: count }, (_, index) => (index + 0.5) / count);

describe("nothing is written from a backup", () => {
  test("that is opened with another passphrase", async () => {
    expect(await refusalOf(archive, "porch swing in the morning")).toBe(notOpened);
  });

  test("of which only the beginning is there", async () => {
    expect(await refusalOf(archive.subarray(0, 20))).toBe(notOurs);
    expect(await refusalOf(Buffer.alloc(0))).toBe(notOurs);
    expect(await refusalOf(Buffer.from("Dear Rose, "))).toBe(notOurs);
  });

  test("whose last byte is missing", async () => {
    expect(await refusalOf(archive.subarray(0, -1))).toBe(damaged);
  });

  test("that has a byte too many", async () => {
    expect(await refusalOf(Buffer.concat([archive, Buffer.alloc(1)]))).toBe(damaged);
  });

  test.each(spread(inLong(30, 1)))("that was cut off at %d of its length", async (part) => {
    expect(await refusalOf(archive.subarray(0, Math.floor(archive.length * part)))).toBe(damaged);
  });

  const headerBytes = 200;
  test.each(spread(inLong(60, 2)))("in which one bit is wrong, at %d of its length", async (part) => {
    const at = headerBytes + Math.floor((archive.length - headerBytes) * part);
    expect(await refusalOf(flipped(at))).toBe(damaged);
  });

  test.each(spread(inLong(40, 1)))("in which one bit is wrong, at %d of its header", async (part) => {
    const header = archive.indexOf("\n---");
    expect([notOurs, notOpened, damaged]).toContain(await refusalOf(flipped(Math.floor(header * part))));
  });
});

describe("an archive that was made by somebody who knows the passphrase", () => {
  test("is refused when its rows do not match its manifest", async () => {
    const other = { file: folder("other-rows"), passphrase };
    const { manifest } = await verifyArchive({ file, passphrase });
    await writeArchive(other.file, cheapKey(), async (add) => {
      await add("secret.key", Buffer.alloc(64, "7"));
      await add("manifest.json", Buffer.from(JSON.stringify(manifest)));
    });
    await expect(verifyArchive(other)).rejects.toThrow("does not hold what its manifest says");
  });

  test("is refused when a newer Porchlight uses another format", async () => {
    const newer = { file: folder("newer-format"), passphrase };
    await writeArchive(newer.file, cheapKey(), (add) => add("manifest.json", Buffer.from('{"format": 3}')));
    await expect(verifyArchive(newer)).rejects.toThrow("was written by a newer Porchlight");
  });
});
