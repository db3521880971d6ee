// A server in a process of its own, as it is run, with 400 families in its database.
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
/** By when a server has written what it had to say. */
const untilWritten = 500;

export interface Running {
  readonly folder: string;
  readonly port: () => number;
  /** Kills the server, unless it has ended, and starts it again on the same folder. */
  restart(): Promise<void>;
  /** Asks the server to end, and answers its exit code and after how many seconds. */
  end(): Promise<{ code: number | null; seconds: number }>;
  /** Whether these words stand in what the server has logged as an error. */
  hasLogged(words: string): boolean;
  /** Fails, with what the server has logged of it, where anybody was answered anything else. */
  expectOnly(statuses: readonly number[], written: Written): Promise<void>;
}

/** What was logged as an error, past the folder of the server: that may be a disk that is full. */
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

/** `release` gives back what the folder stands on. */
export function useRunning(folder = newFolder(), release = () => {}): Running {
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
    hasLogged: (words) => log?.errors().some((line) => line.includes(words)) === true,
    async expectOnly(allowed, { statuses }) {
      const others = [...statuses.keys()].filter((status) => !allowed.includes(status));
      const logged = others.length > 0 ? await log?.firstErrors() : [];
      expect({ others, logged }).toEqual({ others: [], logged: [] });
    },
  };
}
