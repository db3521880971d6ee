// A server in a process of its own, as it is run, with 400 families in its database.
import { afterEach, beforeEach } from "vitest";
import {
  kill,
  newFolder,
  type Porchlight,
  removeFolder,
  settleFamilies,
  start,
  stop,
} from "#bench/processes/porchlight.ts";

export interface Running {
  readonly folder: string;
  readonly port: () => number;
  /** Kills the server and starts it again on the same folder. */
  restart(): Promise<void>;
}

/** `release` gives back what the folder stands on. */
export function useRunning(folder = newFolder(), release = () => {}): Running {
  let server: Porchlight | undefined;
  beforeEach(async () => {
    server = await start(folder);
    await settleFamilies(folder);
  });
  afterEach(async () => {
    if (server) await stop(server);
    release();
    removeFolder(folder);
  });
  return {
    folder,
    port: () => server?.port ?? 0,
    async restart() {
      if (server) await kill(server);
      server = await start(folder);
    },
  };
}
