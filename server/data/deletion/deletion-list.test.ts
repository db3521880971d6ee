import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { cancelFamilyDeletion, requestFamilyDeletion } from "#contract/data/family-deletion.ts";
import { leaveFamily } from "#contract/families.ts";
import { emptyFamilies } from "#server/families/empty-families.ts";
import { runDue } from "#server/jobs/queue.ts";
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
import { restore } from "../restore/restore.ts";
import { deletionListName, writeDeletionList } from "./deletion-list.ts";

const server = useServer();

async function deleteDue({ world }: TestServer): Promise<void> {
  for (const queue of queues)
    if (["account-deletions", "family-deletions"].includes(queue.name)) await runDue(world, queue);
}

/** Backs up, then deletes Ben's account and the Nash family, and writes the list beside the backup. */
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
  server().clock.advance(7.1 * 24 * 60 * 60_000);
  await staySignedIn(server());
  await deleteDue(server());
  const config = { ...server().world.config, dataDir: folder };
  const list = {
    path: join(folder, deletionListName),
    write: () => writeDeletionList({ ...server().world, config }),
  };
  await list.write();
  return { ...family, nora, file, list };
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

test("a family that its last member had left is on the list as well", async () => {
  const nora = await signUp(server(), { name: "Nora Nash" });
  await nora.client.call(leaveFamily);
  server().clock.advance(31 * 24 * 60 * 60_000);
  await runDue(server().world, emptyFamilies);
  const folder = await temporaryFolder();
  await writeDeletionList({
    ...server().world,
    config: { ...server().world.config, dataDir: folder },
  });
  const list = await readFile(join(folder, deletionListName), "utf8");
  expect(list).toContain(`family ${nora.familyId} `);
});

test("the list names nobody, is readable by its owner only, and grows by each deletion once", async () => {
  const { ben, list } = await backedUpAndDeleted();
  const before = await readFile(list.path, "utf8");
  await list.write();
  expect(await readFile(list.path, "utf8")).toBe(before);
  expect(before.split("\n").filter((line) => line.startsWith(`person ${ben.id} `))).toHaveLength(1);
  expect(before).not.toContain(ben.phoneNumber);
  expect((await stat(list.path)).mode & 0o777).toBe(0o600);
});

test("a line that this server has not signed deletes nobody", async () => {
  const { anna, file, list } = await backedUpAndDeleted();
  const { rows } = await sql<{ at: Date }>`select created_at as at from people where id = ${anna.id}`.execute(
    server().database.kysely,
  );
  const mac = Buffer.alloc(32, 1).toString("base64url");
  await writeFile(list.path, `person ${anna.id} ${rows[0]?.at.toISOString()} ${mac}\nnonsense\n`);
  const other = await restored(file);
  await deleteDue(other);
  expect(await isThere(other, anna)).toBe(true);
  await other.stop();
});
