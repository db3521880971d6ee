// Runs other people's calendar programs: khal, vdirsyncer and Radicale, as packaged by Debian.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, vi } from "vitest";
import { freePort } from "./free-port.ts";
import { describeWithInstalled } from "./installed-programs.ts";

const programs = ["khal", "vdirsyncer", "radicale"] as const;
type Program = (typeof programs)[number];

export const describeWithPrograms = (name: string, tests: () => void): void =>
  describeWithInstalled(programs, name, tests);

const execute = promisify(execFile);

/** A home folder for the programs, where they keep their configuration and data. */
export class Workspace {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path = (...names: string[]): string => join(this.folder, ...names);

  /** Runs a program and returns what it prints. */
  async run(program: Program, ...args: string[]): Promise<string> {
    const home = {
      HOME: this.folder,
      XDG_CONFIG_HOME: this.path("config"),
      XDG_DATA_HOME: this.path("data"),
    };
    const place = { LC_ALL: "C.UTF-8", TZ: "UTC" };
    const env = { ...process.env, ...home, ...place, XDG_CACHE_HOME: this.path("cache") };
    const { stdout } = await execute(program, args, { env, timeout: 60_000 });
    return stdout;
  }

  async write(name: string, lines: readonly string[]): Promise<string> {
    await writeFile(this.path(name), `${lines.join("\n")}\n`);
    return this.path(name);
  }

  async folderFor(name: string): Promise<string> {
    await mkdir(this.path(name), { recursive: true });
    return this.path(name);
  }
}

/** Creates one workspace for the tests of a file. */
export function useWorkspace(): () => Workspace {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = new Workspace(await mkdtemp(join(tmpdir(), "porchlight-workspace-")));
  });
  afterAll(() => rm(workspace.folder, { recursive: true, force: true }));
  return () => workspace;
}

/** Starts Radicale, a calendar server that families run at home. */
export function useRadicale(workspace: () => Workspace): () => string {
  let url = "";
  let radicale: ChildProcess;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const storage = ["--storage-filesystem-folder", await workspace().folderFor("radicale")];
    const args = ["--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none", ...storage];
    radicale = spawn("radicale", args, { stdio: "ignore" });
    await vi.waitFor(() => fetch(url), { timeout: 30_000, interval: 100 });
  });
  afterAll(() => radicale?.kill());
  return () => url;
}
