import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  copyCluster,
  query,
  start,
  startInAnotherProcess,
  stopAll,
  useFolder,
} from "#tests/support/embedded.ts";
import { openCluster } from "./cluster.ts";
import { startEmbedded } from "./embedded.ts";

const folder = useFolder();
afterEach(stopAll);

describe("an embedded database in a new folder", { timeout: 60_000 }, () => {
  it("is created again when its creation was interrupted", async () => {
    const dataDir = folder("cut-off");
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(join(dataDir, "postgres.new-999999999"), "rubble");
    const { url } = await start(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).not.toContain("postgres.new-999999999");
  });

  it("is created once when two servers start together", { tags: "extended" }, async () => {
    const dataDir = folder("together");
    const starts = [startInAnotherProcess(dataDir), startInAnotherProcess(dataDir)];
    const started = (await Promise.all(starts)).filter(({ exitCode }) => exitCode === null);
    for (const child of started) child.kill("SIGKILL");
    await start(dataDir);
    expect(started.length).toBe(1);
  });

  it("works in a folder whose path is too long for a socket", async () => {
    const { url } = await start(folder("a-name-that-goes-on-".repeat(6)));
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("requires a password where it has to listen on a port, as on Windows", async () => {
    const { url } = await start(folder("windows"), { transport: "win32" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    const withoutPassword = url.replace(/:[0-9a-f]+@/, ":wrong@");
    await expect(query(withoutPassword, "select 1 as one")).rejects.toThrow("password authentication failed");
  });

  it("is made and run by the programs in PG_BIN", async () => {
    await copyCluster(folder("bundle"));
    const { binaries } = await openCluster(folder("bundle"));
    const pgBin = folder("bin");
    await mkdir(pgBin);
    const script = (program: string, args: string) =>
      writeFile(join(pgBin, basename(program)), `#!/bin/sh\nexec '${program}' "$@" ${args}\n`, {
        mode: 0o755,
      });
    await script(binaries.initdb, "");
    await script(binaries.postgres, "-c cluster_name=own-programs");
    const { url } = await start(folder("own-programs"), { pgBin });
    expect(await query(url, "show cluster_name")).toEqual([{ cluster_name: "own-programs" }]);
  });

  it("is not made if PG_BIN has no PostgreSQL, and the folder is named", async () => {
    const pgBin = folder("no-programs");
    const words = `PG_BIN must be the folder with postgres and initdb of a PostgreSQL 15 or newer, such as /usr/lib/postgresql/15/bin; in ${pgBin} there is none.`;
    await expect(startEmbedded(folder("refused"), { pgBin })).rejects.toThrow(words);
    expect(existsSync(folder("refused"))).toBe(false);
  });
});
