import { readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { dayMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { cancelFamilyDeletion, requestFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { restore } from "#server/features/backup/restore/restore.ts";
import { emptyFamilies } from "#server/features/families/empty-families.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import {
  backUpServer,
  emptyStorage,
  keepServerKey,
  passphrase,
  temporaryFolder,
} from "#tests/support/backups.ts";
import { Client } from "#tests/support/client.ts";
import { type Person, reyesFamily, signUp, staySignedIn } from "#tests/support/people.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { DeletionList, deletionListName } from "./deletion-list.ts";

const server = useServer();

async function deleteDue({ world }: TestServer): Promise<void> {
  for (const queue of queues)
    if (["account-deletions", "family-deletions"].includes(queue.name)) await runDue(world, queue);
}

function listIn(folder: string) {
  const { world } = server();
  const list = new DeletionList({ ...world, config: { ...world.config, dataDir: folder } });
  return { list, path: join(folder, deletionListName) };
}

/** Backs up, then deletes Ben's account and the Nash family, and writes the deletion list beside the backup. */
async function backedUpAndDeleted() {
  const folder = await temporaryFolder();
  const family = await reyesFamily(server());
  await keepServerKey(server(), folder);
  await family.ben.client.call(requestAccountDeletion);
  await sql`delete from account_deletions where person_id <> ${family.ben.id}`.execute(
    server().database.kysely,
  );
  const nora = await signUp(server(), { name: "Nora Nash" });
  const { file } = await backUpServer(server(), folder);
  await nora.client.call(requestFamilyDeletion);
  server().clock.advance(7.1 * dayMs);
  await staySignedIn(server());
  await deleteDue(server());
  const { list, path } = listIn(folder);
  await list.update();
  return { ...family, nora, file, list, path };
}

async function restored(file: string): Promise<TestServer> {
  const place = await emptyStorage();
  await restore(place, { file, passphrase });
  return await startServer({ databaseUrl: place.databaseUrl });
}

const isThere = async ({ database }: TestServer, { id }: Person): Promise<boolean> =>
  (await sql`select from people where id = ${id}`.execute(database.kysely)).rows.length === 1;

const isSignedIn = async ({ url }: TestServer, { client }: Person): Promise<boolean> =>
  (await new Client(url, client.token).ask(getStatus)).status === 200;

test("a person who was deleted after a backup is signed out when it is restored, and deleted again", async () => {
  const { anna, ben, file } = await backedUpAndDeleted();
  expect(await isThere(server(), ben)).toBe(false);
  const other = await restored(file);
  expect([await isSignedIn(other, ben), await isSignedIn(other, anna)]).toEqual([false, true]);
  await deleteDue(other);
  expect([await isThere(other, ben), await isThere(other, anna)]).toEqual([false, true]);
  await other.stop();
});

const isFamilyThere = async ({ database }: TestServer, { familyId }: Person): Promise<boolean> =>
  (await sql`select from families where id = ${familyId}`.execute(database.kysely)).rows.length === 1;

test("a family that was deleted after a backup is closed when it is restored, and deleted again", async () => {
  const { anna, nora, file } = await backedUpAndDeleted();
  expect(await isFamilyThere(server(), nora)).toBe(false);
  const other = await restored(file);
  expect([await isSignedIn(other, nora), await isFamilyThere(other, nora)]).toEqual([true, true]);
  const client = new Client(other.url, nora.client.token);
  expect((await client.call(getStatus)).user).toMatchObject({ familyId: null });
  await sql`update sessions set family_id = ${nora.familyId} where person_id = ${nora.id}`.execute(
    other.database.kysely,
  );
  expect((await client.ask(cancelFamilyDeletion)).status).toBe(404);
  await deleteDue(other);
  expect([await isFamilyThere(other, nora), await isFamilyThere(other, anna)]).toEqual([false, true]);
  expect(await isThere(other, nora)).toBe(true);
  await other.stop();
});

test("a family without members is listed too", async () => {
  const nora = await signUp(server(), { name: "Nora Nash" });
  await nora.client.call(leaveFamily);
  server().clock.advance(31 * dayMs);
  await runDue(server().world, emptyFamilies);
  const { list, path } = listIn(await temporaryFolder());
  await list.update();
  expect(await readFile(path, "utf8")).toContain(`family ${nora.familyId} `);
});

test("the list names nobody, is readable by its owner only, and grows once with each deletion", async () => {
  const { ben, list, path } = await backedUpAndDeleted();
  const before = await readFile(path, "utf8");
  await list.update();
  expect(await readFile(path, "utf8")).toBe(before);
  expect(before.split("\n").filter((line) => line.startsWith(`person ${ben.id} `))).toHaveLength(1);
  expect(before).not.toContain(ben.phoneNumber);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a line that this server has not signed deletes nobody", async () => {
  const { anna, file, path } = await backedUpAndDeleted();
  const { rows } = await sql<{ at: Date }>`select created_at as at from people where id = ${anna.id}`.execute(
    server().database.kysely,
  );
  const mac = Buffer.alloc(32, 1).toString("base64url");
  await writeFile(path, `person ${anna.id} ${rows[0]?.at.toISOString()} ${mac}\nnonsense\n`);
  const other = await restored(file);
  await deleteDue(other);
  expect(await isThere(other, anna)).toBe(true);
  await other.stop();
});

/** Rows of accounts that are gone. */
const addDeleted = (ids: readonly number[], deleted_at: Date) =>
  server()
    .database.kysely.insertInto("deleted_people")
    .values(ids.map((person_id) => ({ person_id, account_created_at: new Date(0), deleted_at })))
    .execute();

async function idsIn(path: string): Promise<number[]> {
  const list = await readFile(path, "utf8");
  return [...list.matchAll(/^person (\d+) \S+ \S+$/gm)].map(([, id]) => Number(id));
}

test("a list of several pages is written completely, and from then on only the last day is read again", async () => {
  const now = new Date();
  const many = Array.from({ length: 2_500 }, (_, index) => 1_000_000 + index);
  await addDeleted(many, now);
  const { list, path } = listIn(await temporaryFolder());
  await list.update();
  expect(await idsIn(path)).toEqual(expect.arrayContaining(many));
  await addDeleted([2_000_001], now);
  await addDeleted([2_000_002], new Date(now.getTime() - dayMs / 2));
  await addDeleted([2_000_003], new Date(now.getTime() - 2 * dayMs));
  const before = (await idsIn(path)).length;
  await list.update();
  await list.update();
  expect((await idsIn(path)).slice(before).sort()).toEqual([2_000_001, 2_000_002]);
  await listIn(dirname(path)).list.update();
  expect((await idsIn(path)).slice(before)).toContain(2_000_003);
});

test("a deletion that another server has listed is not listed again", async () => {
  const folder = await temporaryFolder();
  const [{ list, path }, { list: ofAnother }] = [listIn(folder), listIn(folder)];
  await addDeleted([3_000_001], new Date());
  await list.update();
  await addDeleted([3_000_002], new Date());
  await ofAnother.update();
  await list.update();
  const ids = await idsIn(path);
  expect(ids.filter((id) => id > 3_000_000)).toEqual([3_000_001, 3_000_002]);
});

test.each([
  ["is gone", (path: string) => rm(path)],
  ["was replaced by an older one", (path: string) => writeFile(path, "")],
  ["ends in the middle of a line", (path: string) => truncate(path, 100)],
])("the list is complete again after its file %s", async (_, harm) => {
  const { list, path } = listIn(await temporaryFolder());
  await addDeleted([4_000_001], new Date());
  await list.update();
  const complete = await idsIn(path);
  await harm(path);
  await list.update();
  expect((await idsIn(path)).sort()).toEqual(complete.sort());
  await sql`delete from deleted_people where person_id = 4000001`.execute(server().database.kysely);
});
