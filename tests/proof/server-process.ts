// Runs a server in its own process, as in production, with 400 families in its database.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import {
  kill,
  newFolder,
  type Porchlight,
  removeFolder,
  seedFamilies,
  start,
  stop,
} from "#bench/processes/porchlight.ts";
import { secondsSince } from "./figures.ts";
import type { Written } from "./writers.ts";

const command = ["node", "dist-server/main.js"];
/** The time that a server needs to write its log. */
const untilWritten = 500;

export interface ServerProcess {
  readonly folder: string;
  readonly port: () => number;
  /** Kills the server unless it has exited, and starts it again on the same folder. */
  restart(): Promise<void>;
  /** Asks the server to exit, and returns its exit code and how many seconds it took. */
  end(): Promise<{ code: number | null; seconds: number }>;
  /** Whether the server has logged an error that matches. */
  hasLogged(pattern: RegExp): boolean;
  /** Fails if there was any other status, and shows what the server logged about it. */
  expectOnly(statuses: readonly number[], written: Written): Promise<void>;
}

/** Collects logged errors outside the server's folder, because that may be on a full disk. */
function openLog() {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-log-"));
  const path = join(folder, "log");
  const file = openSync(path, "a");
  const errors = () =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => /"level":[56]0/.test(line));
  return {
    file,
    errors,
    async firstErrors(): Promise<string[]> {
      await pause(untilWritten);
      return errors().slice(0, 20);
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

/** `release` unmounts the folder, if something was mounted there. */
export function useServerProcess(folder = newFolder(), release = () => {}): ServerProcess {
  let server: Porchlight | undefined;
  let log: ReturnType<typeof openLog> | undefined;
  const begin = () => start(folder, command, log && { log: log.file });
  beforeEach(async () => {
    log = openLog();
    server = await begin();
    await seedFamilies(folder);
  });
  afterEach(async () => {
    if (server) await stop(server);
    log?.close();
    release();
    removeFolder(folder);
  });
  return {
    folder,
    port: () => server?.port ?? 0,
    async restart() {
      if (server && server.child.exitCode === null) await kill(server);
      server = await begin();
    },
    async end() {
      const askedAt = performance.now();
      if (server) await stop(server);
      return { code: server?.child.exitCode ?? null, seconds: secondsSince(askedAt) };
    },
    hasLogged: (pattern) => log?.errors().some((line) => pattern.test(line)) === true,
    async expectOnly(allowed, { statuses }) {
      const others = [...statuses.keys()].filter((status) => !allowed.includes(status));
      const logged = others.length > 0 ? await log?.firstErrors() : [];
      expect({ others, logged }).toEqual({ others: [], logged: [] });
    },
  };
}
