// Backups whose pictures and voice messages are in the folder beside them.
import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Decrypter } from "age-encryption";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { readArchive } from "#server/features/backup/archive/archive-file.ts";
import { PassphraseKey } from "#server/features/backup/archive/passphrase-key.ts";
import { verifyArchive } from "#server/features/backup/archive/verify.ts";
import { listTables, withSession } from "#server/features/backup/database-session.ts";
import { restore } from "#server/features/backup/restore/restore.ts";
import type { MediaSettings } from "#server/platform/config/media.ts";
import { onConnection } from "#server/platform/db/one-connection.ts";
import { lockForCopying } from "#server/platform/media/copying.ts";
import { moveMedia } from "#server/platform/media/moves.ts";
import { insertMedia } from "#server/platform/media/queries.ts";
import {
  cheapKey,
  emptyStorage,
  keepServerKey,
  passphrase,
  temporaryFolder,
} from "#tests/support/backups.ts";
import { query } from "#tests/support/embedded.ts";
import { startS3 } from "#tests/support/s3.ts";
import { useServer } from "#tests/support/server.ts";
import { backupName } from "../archive/file-names.ts";
import { type Backup, backUp } from "./backup.ts";
import { removeUnneededMedia } from "./unneeded-media.ts";

const server = useServer();
let folder = "";
let dataDir = "";
let s3: Awaited<ReturnType<typeof startS3>>;

beforeEach(async () => {
  [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  await keepServerKey(server(), dataDir);
  await server().database.kysely.deleteFrom("media").execute();
  await server().database.kysely.deleteFrom("media_leftovers").execute();
  s3 = await startS3();
  onTestFinished(() => void s3.stop());
});

const picture = async (bytes = randomBytes(100_000)): Promise<number> =>
  await insertMedia(server().database.kysely, null, bytes);

const move = (store: MediaSettings["store"]) => {
  const { world } = server();
  return moveMedia({ ...world, config: { ...world.config, media: { store, bucket: s3.settings } } });
};

/** Makes the backup of another day. */
async function backUpDaily(
  given: Partial<Parameters<typeof backUp>[0]> = {},
): Promise<Backup & { file: string }> {
  server().clock.advance(dayMs);
  const createdAt = server().clock.now();
  const file = join(folder, backupName(createdAt));
  const { databaseUrl } = server();
  const keys = { passphrase, key: cheapKey() };
  const settings = { mediaPlace: "beside", bucket: s3.settings } as const;
  const made = await backUp({ ...settings, ...keys, databaseUrl, dataDir, createdAt, file, ...given });
  return { file, ...made };
}

/** The pictures and voice messages in the folder, with the time when each was written. */
async function kept(): Promise<Map<string, number>> {
  const found = await readdir(join(folder, "media"), { recursive: true });
  const files = found.filter((name) => name.endsWith(".age")).sort();
  const times = files.map(async (name): Promise<[string, number]> => {
    const { mtimeMs } = await stat(join(folder, "media", name));
    return [name, mtimeMs];
  });
  return new Map(await Promise.all(times));
}

const filesIn = (url: string) =>
  query<{ id: number; bytes: Buffer }>(url, "select id::integer, bytes from media order by id");

async function restored(file: string, words = passphrase) {
  const storage = await emptyStorage();
  await restore(storage, { file, passphrase: words });
  return await filesIn(storage.databaseUrl);
}

test("a day writes the pictures that are new, and the daily file has none of them", async () => {
  for (let count = 0; count < 20; count++) await picture();
  const first = await backUpDaily();
  const before = await kept();
  expect(before.size).toBe(20);
  expect(first.bytes).toBeLessThan(100_000);
  expect(first.manifest.media).toEqual({ place: "beside", files: 20, bytes: 2_000_000, lost: [] });
  const sizes = await Promise.all([...before.keys()].map((name) => stat(join(folder, "media", name))));
  expect(first.mediaBytes).toBe(sizes.reduce((sum, { size }) => sum + size, 0));
  expect(sizes.every(({ mode }) => mode === 0o100600)).toBe(true);

  const same = randomBytes(1_000);
  await picture(same);
  await picture(same);
  const second = await backUpDaily();
  const after = await kept();
  expect(after.size).toBe(21);
  expect([...after].filter(([name, time]) => before.get(name) !== time)).toHaveLength(1);
  expect(second.repaired).toBe(0);
  expect(await restored(second.file)).toEqual(await filesIn(server().databaseUrl));
});

test("age opens a picture with the key in the daily file, and its name is not its checksum", async () => {
  const bytes = randomBytes(70_000);
  await picture(bytes);
  const { file } = await backUpDaily();
  const entries = await Array.fromAsync(readArchive({ file, passphrase, key: cheapKey() }));
  const key = entries.find(({ name }) => name === "media.key");
  const decrypter = new Decrypter();
  decrypter.addIdentity(
    Buffer.from(key?.content ?? [])
      .toString("utf8")
      .trim(),
  );
  const [name = ""] = (await kept()).keys();
  expect(name).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{62}\.age$/);
  const encrypted = await readFile(join(folder, "media", name));
  expect(Buffer.from(await decrypter.decrypt(encrypted))).toEqual(bytes);
});

test("another passphrase opens what was copied under the first one, and the first one its own backups", async () => {
  await picture();
  const old = await backUpDaily();
  await picture();
  const changed = {
    passphrase: "sunflowers on the table",
    key: new PassphraseKey("sunflowers on the table", 10),
  };
  const later = await backUpDaily(changed);
  expect(await restored(old.file)).toHaveLength(1);
  expect(await restored(later.file, changed.passphrase)).toHaveLength(2);
});

describe("with files in a bucket", () => {
  test("both kinds of backups have all of them, and need no bucket when they are restored", async () => {
    for (let count = 0; count < 3; count++) await picture();
    await move("bucket");
    await picture();
    const before = [...s3.objects.keys()];
    const daily = await backUpDaily();
    const whole = join(folder, "whole.tar.gz.age");
    const { manifest } = await backUpDaily({ mediaPlace: "inside", file: whole });
    expect(manifest.media).toMatchObject({ place: "inside", files: 4 });
    expect([...s3.objects.keys()]).toEqual(before);
    await move("database");
    const all = await filesIn(server().databaseUrl);
    expect(await restored(daily.file)).toEqual(all);
    await rm(join(folder, "media"), { recursive: true });
    expect(await restored(whole)).toEqual(all);
  });

  test("a backup that cannot reach it says so, leaves no archive, and the next one continues", async () => {
    await picture();
    await move("bucket");
    const cause = "The bucket with the pictures and voice messages cannot be used now";
    for (const status of [503, 403, 0]) {
      s3.fault.status = status;
      await expect(backUpDaily()).rejects.toThrow(cause);
    }
    s3.fault.status = undefined;
    const misspelt = { ...s3.settings, name: "porchlight-medai" };
    await expect(backUpDaily({ bucket: misspelt })).rejects.toThrow(cause);
    await expect(backUpDaily({ bucket: undefined })).rejects.toThrow("Please set S3_ENDPOINT");
    expect(await readdir(folder, { recursive: true })).toEqual(["media"]);
    expect((await backUpDaily()).manifest.media.files).toBe(1);
  });

  test("a file that the bucket has lost is named, and everything else is backed up and restored", async () => {
    await picture();
    const [lost, damaged] = [await picture(), await picture()];
    await move("bucket");
    const rows = await query<{ id: number; key: string }>(
      server().databaseUrl,
      "select id::integer, content_key as key from media",
    );
    const keyOf = (wanted: number) => rows.find(({ id }) => id === wanted)?.key ?? "";
    s3.objects.delete(keyOf(lost));
    s3.objects.set(keyOf(damaged), Buffer.alloc(100));
    const { file, manifest } = await backUpDaily();
    expect(manifest.media).toMatchObject({ files: 1, lost: [keyOf(lost), keyOf(damaged)].sort() });
    const isThere = (await restored(file)).map(({ bytes }) => bytes !== null);
    expect(isThere).toEqual([true, false, false]);
  });

  test("nothing is lost while eight people send and delete pictures, and files move both ways", {
    tags: "extended",
  }, async () => {
    const { kysely } = server().database;
    const stored = new Map<number, string>();
    const stopping = new AbortController();
    const until = async (work: () => Promise<unknown>) => {
      while (!stopping.signal.aborted) await work();
    };
    const write = async () => {
      const bytes = randomBytes(20_000);
      stored.set(await picture(bytes), bytes.toString("hex"));
      const [oldest = 0] = stored.keys();
      if (stored.size > 80 && stored.delete(oldest))
        await kysely.deleteFrom("media").where("id", "=", oldest).execute();
      await pause(50);
    };
    const moveOn = async () => {
      await move("bucket");
      await move("database");
    };
    const working = Promise.all([...Array.from({ length: 8 }, () => until(write)), until(moveOn)]);
    onTestFinished(async () => {
      stopping.abort();
      await working;
    });
    await expect.poll(() => stored.size, { timeout: 20_000 }).toBeGreaterThan(70);
    const made = [await backUpDaily(), await backUpDaily({ mediaPlace: "inside" }), await backUpDaily()];
    stopping.abort();
    await working;
    for (const { file, manifest } of made) {
      expect(manifest.media.lost).toEqual([]);
      const files = await restored(file);
      expect(files.length).toBeGreaterThan(70);
      expect(files.filter(({ bytes }) => bytes === null)).toEqual([]);
      const wrong = files.filter(
        ({ id, bytes }) => (stored.get(id) ?? bytes.toString("hex")) !== bytes.toString("hex"),
      );
      expect(wrong).toEqual([]);
    }
    await move("bucket");
    expect(s3.objects.size).toBe(stored.size);
  });
});

describe("a file in the folder that is missing or damaged", () => {
  test("is named by a verification, and nothing is restored", async () => {
    for (let count = 0; count < 13; count++) await picture();
    const { file } = await backUpDaily();
    const names = [...(await kept()).keys()];
    const [gone = "", cut = "", ...others] = names;
    const media = join(folder, "media");
    await rm(join(media, gone));
    await truncate(join(media, cut), 300);
    const bytes = await readFile(join(media, others[0] ?? ""));
    // Another picture in its place.
    await writeFile(join(media, others[1] ?? ""), bytes);
    const source = { file, passphrase, key: cheapKey() };
    const storage = await emptyStorage();
    const refusal = await restore(storage, source).catch((error: Error) => error.message);
    expect(refusal).toContain(`${file} needs all of its pictures and voice messages in ${media}, but there `);
    for (const words of [`${gone} is missing`, `${cut} is damaged`, `${others[1]} is damaged`])
      expect(refusal).toContain(words);
    expect(await withSession(storage.databaseUrl, listTables)).toEqual([]);
    await rm(media, { recursive: true });
    await expect(verifyArchive(source)).rejects.toThrow(", and 3 more are missing or damaged. Please copy");
  });

  test("is copied again by the next backup, which says how many", async () => {
    for (let count = 0; count < 5; count++) await picture();
    await backUpDaily();
    const [gone = "", cut = ""] = (await kept()).keys();
    await rm(join(folder, "media", gone));
    await truncate(join(folder, "media", cut), 300);
    await picture();
    const again = await backUpDaily();
    expect(again.repaired).toBe(2);
    expect((await kept()).size).toBe(6);
    await verifyArchive({ ...again, passphrase, key: cheapKey() });
  });

  test("cannot be copied into a folder that is none", async () => {
    await picture();
    await writeFile(join(folder, "media"), "Dear Rose");
    await expect(backUpDaily()).rejects.toThrow(`No backup can be written in ${join(folder, "media")}`);
    expect(await readdir(folder)).toEqual(["media"]);
  });
});

describe("what no backup needs any more", () => {
  const remove = () => removeUnneededMedia(server().databaseUrl, folder);
  const deletePicture = (id: number) =>
    server().database.kysely.deleteFrom("media").where("id", "=", id).execute();

  test("is removed with the last backup that needs it, and nothing that one needs", async () => {
    const id = await picture();
    await picture();
    const first = await backUpDaily();
    await deletePicture(id);
    await picture();
    const second = await backUpDaily();
    const all = [...(await kept()).keys()];
    expect(all).toHaveLength(3);
    // What a backup that was killed leaves, and a file that is not ours.
    const media = join(folder, "media");
    const [part = "", name = ""] = all[0]?.split("/") ?? [];
    await writeFile(join(media, part, `${name}.0a1b2c3d.unfinished`), "");
    await writeFile(join(media, part, `${"0".repeat(64)}.age`), "");
    await writeFile(join(media, part, "letters.txt"), "Dear Rose");
    await writeFile(join(media, `${backupName(new Date(0))}.txt`), "");
    expect(await remove()).toEqual([]);
    expect([...(await kept()).keys()]).toEqual(all);
    expect(await readdir(join(media, part))).toEqual(expect.arrayContaining([name, "letters.txt"]));

    await rm(first.file);
    await remove();
    expect((await kept()).size).toBe(2);
    expect((await readdir(media)).filter((each) => each.endsWith(".txt"))).toEqual([
      `${basename(second.file)}.txt`,
    ]);
    await verifyArchive({ ...second, passphrase, key: cheapKey() });
  });

  test("stays while a backup is made, and while another has no list, as one of an older version", async () => {
    const id = await picture();
    const { file } = await backUpDaily();
    await deletePicture(id);
    await rm(file);
    const older = backupName(new Date("2026-11-01T03:00:00Z"));
    await writeFile(join(folder, older), "");
    expect(await remove()).toEqual([older]);
    await rm(join(folder, older));
    await withSession(server().databaseUrl, async (client) => {
      await lockForCopying.execute(onConnection(client));
      await remove();
    });
    expect((await kept()).size).toBe(1);
    await remove();
    expect((await kept()).size).toBe(0);
  });
});
