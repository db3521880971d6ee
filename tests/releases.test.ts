// Each release left a backup and a family's ZIP in tests/releases. The current version has to be able to use all of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { start, stop } from "#bench/processes/porchlight.ts";
import { login } from "#contract/accounts/sign-in.ts";
import { getNewAddress } from "#contract/cells.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { listMembers } from "#contract/families.ts";
import { listPastRequests } from "#contract/help/past-requests.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { routesOf } from "#server/app.ts";
import { ownFolderName } from "#server/features/backup/archive/file-names.ts";
import type { Manifest } from "#server/features/backup/archive/manifest.ts";
import { verifyArchive } from "#server/features/backup/archive/verify.ts";
import { restore } from "#server/features/backup/restore/restore.ts";
import { type Applied, migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { claimDatabase, readSecretKey } from "#server/platform/db/secret-key.ts";
import packageJson from "../package.json" with { type: "json" };
import { passphrase, releasesFolder, restoreElsewhere, temporaryFolder } from "./support/backups.ts";
import { Client } from "./support/client.ts";
import { dataIn, emptyLists, exportOf, uploadOf } from "./support/family-file.ts";
import { signUp } from "./support/people.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { unzip } from "./support/zip.ts";

const suffix = ".tar.gz.age";
/** The lists in a family's ZIP that an import brings along. */
const imported = ["events", "guides", "helpPhrases", "things", "escalationPlans", "localEvents", "puzzles"];
/** The pictures that an import brings along, with their things and guides. */
const isPicture = (name: string): boolean => /^(things|guides)\/.*\.jpg$/.test(name);
const files = readdirSync(releasesFolder);
const releases = files.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));

test("the version in package.json has its backup, and each release has a family's ZIP", () => {
  expect(releases).toContain(packageJson.version);
  expect(files.filter((name) => name.endsWith(".zip"))).toEqual(releases.map((version) => `${version}.zip`));
});

/** Tables that a later migration dropped, with the reason. */
const dropped: Record<string, string> = {
  google_watches: "Google is no longer asked to report changes.",
  help_picture_bytes: "The bytes of all files are in media.",
};

describe.each(releases)("the data of release %s", (version) => {
  const source = { file: join(releasesFolder, `${version}${suffix}`), passphrase };
  let restored: Awaited<ReturnType<typeof restoreElsewhere>>;
  let server: TestServer;

  test("was written with migrations that nobody has edited, renamed or deleted since", async () => {
    await expect(verifyArchive(source)).resolves.toMatchObject({ manifest: { version } });
  });

  test("is served from its folder by `npm start`, and from there one step leads back", {
    tags: "extended",
  }, async () => {
    const dataDir = join(await temporaryFolder(), "data");
    const storage = { dataDir, databaseUrl: undefined, pgBin: undefined };
    const { manifest } = await verifyArchive(source);
    const isOfRelease = ({ name }: Applied) => manifest.migrations.some((each) => each.name === name);
    const all = await readMigrations();
    const ofRelease = all.filter(isOfRelease);
    await restore(storage, source, ofRelease);
    await stop(await start(dataDir, ["node", join(import.meta.dirname, "../server/main.ts")]));

    const own = join(dataDir, ownFolderName);
    // A release with the current schema is not migrated, so there is no step back.
    if (ofRelease.length === all.length) return expect(existsSync(own)).toBe(false);
    // As docs/operate/upgrading.md says, except that the older version is only its migrations.
    await rename(join(dataDir, "postgres"), join(dataDir, "../moved"));
    const [name = "none"] = readdirSync(own).filter((each) => each.endsWith(suffix));
    const before = { file: join(own, name), passphrase: readFileSync(join(dataDir, "secret.key"), "utf8") };
    const kept = await restore(storage, before, ofRelease);
    const contents = ({ migrations, tables }: Manifest) => ({
      migrations,
      rows: tables.map((table) => `${table.name} ${table.rows}`),
    });
    expect(contents(kept)).toEqual(contents(manifest));
  });

  describe("in a database of the current version", () => {
    beforeAll(async () => {
      restored = await restoreElsewhere(source.file);
      await migrate(restored.databaseUrl);
      server = await startServer(restored);
      await claimDatabase(server.database.kysely, await readSecretKey(restored.dataDir));
      return async () => {
        await server.stop();
        await restored.remove();
      };
    });

    test("has every row of every table of that release, and each table had some", async () => {
      const counts = await Promise.all(
        restored.manifest.tables
          .filter(({ name }) => name !== "migrations" && !(name in dropped))
          .map(async ({ name, rows: expected }) => {
            const counting = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`;
            const { rows } = await counting.execute(server.database.kysely);
            return { name, expected, rows: rows[0]?.rows };
          }),
      );
      expect(counts.length).toBeGreaterThan(40);
      const isLost = ({ expected, rows = 0 }: (typeof counts)[number]) => expected === 0 || rows < expected;
      expect(counts.filter(isLost)).toEqual([]);
    });

    test("can be signed in to, and read by every endpoint without parameters", async () => {
      const client = new Client(server.url);
      const body = { username: "+16145550142", password: "annas-garden" };
      client.token = (await client.call(login, { body })).token;
      await server.database.kysely
        .updateTable("people")
        .set({ is_operator: true })
        .where("phone_number", "=", body.username)
        .execute();
      const reads = routesOf(server.world)
        .map(({ endpoint }) => endpoint)
        .filter(({ method, path }) => method === "GET" && !path.includes(":"))
        // She is an admin, and now runs the server. Her family has not moved.
        .filter(({ access, path }) => access !== "grandparent" && path !== getNewAddress.path)
        .filter(({ query }: EndpointShape) => !query || query.safeParse({}).success);
      const answers: Record<string, number> = {};
      for (const { path } of reads) answers[path] = (await client.fetch("GET", path)).status;
      expect(Object.entries(answers).filter(([, status]) => status !== 200)).toEqual([]);
      expect((await client.call(listMembers)).map(({ name }) => name)).toContain("Rose Reyes");
      const { requests } = await client.call(listPastRequests);
      expect(requests.length).toBeGreaterThan(5);
    });

    test("opens a family from the ZIP of that release, with everything that is in it", async () => {
      const zip = readFileSync(join(releasesFolder, `${version}.zip`));
      // Only a row shows that a list's new fields can be left out.
      expect(emptyLists(zip)).toEqual([]);
      const { client } = await signUp(server, { inviteCode: "none" });
      expect((await client.ask(importFamily, uploadOf(zip))).status).toBe(201);
      const again = await exportOf({ client });
      const [before, after] = [zip, again].map((each) => JSON.parse(dataIn(each)));
      for (const name of imported) {
        expect(before[name].length, name).toBeGreaterThan(0);
        expect(after[name], name).toHaveLength(before[name].length);
      }
      const picturesIn = (file: Buffer) => [...unzip(file).keys()].filter(isPicture).length;
      expect(picturesIn(zip)).toBeGreaterThan(0);
      expect(picturesIn(again)).toBe(picturesIn(zip));
    });
  });
});
