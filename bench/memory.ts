import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Figure, megabytes } from "./figures.ts";
import { newFolder, removeFolder, start, stop } from "./processes/porchlight.ts";
import { proportionalOf, residentOf, withChildren } from "./processes/usage.ts";

const sum = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + measure(pid), 0);

/** Measures after a start on an existing database, with nobody using it. */
export async function idleMemory(): Promise<Figure[]> {
  const folder = newFolder();
  await stop(await start(folder));
  const server = await start(folder);
  await pause(5_000);
  const node = server.child.pid ?? 0;
  const database = withChildren(
    Number.parseInt(readFileSync(`${folder}/postgres/postmaster.pid`, "utf8"), 10),
  );
  const figures = [
    {
      name: "idle, server and database",
      value: megabytes(proportionalOf(node) + sum(database, proportionalOf)),
      goal: "129 MB",
      note: `PSS: server ${megabytes(proportionalOf(node))}, ${database.length} PostgreSQL processes ${megabytes(sum(database, proportionalOf))}; RSS of the server ${megabytes(residentOf(node))}`,
    },
  ];
  await stop(server);
  removeFolder(folder);
  return figures;
}
