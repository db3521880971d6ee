import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Figure } from "./figures.ts";
import { newFolder, type Porchlight, removeFolder, start, stop } from "./processes/porchlight.ts";

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);

const residentOf = (pid: number): number => kilobytes(read(`/proc/${pid}/status`), "VmRSS");

/** Its own memory and its share of what it shares with others: shared buffers count once in the sum over all. */
const proportionalOf = (pid: number): number => kilobytes(read(`/proc/${pid}/smaps_rollup`), "Pss");

/** Seconds on a core so far, the kernel's work for it included. */
export function cpuSecondsOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function withChildren(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

const sum = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + measure(pid), 0);

/** The server's own process, in kB. */
export const serverMemory = ({ child }: Porchlight): number => residentOf(child.pid ?? 0);

const megabytes = (kB: number): string => `${(kB / 1000).toFixed(0)} MB`;

/** After a start on an existing database, when nobody does anything. */
export async function idleMemory(): Promise<Figure[]> {
  const folder = newFolder();
  await stop(await start(folder));
  const server = await start(folder);
  await pause(5_000);
  const node = server.child.pid ?? 0;
  const database = withChildren(Number.parseInt(read(`${folder}/postgres/postmaster.pid`), 10) || 0);
  const figures = [
    {
      name: "idle, server and database",
      value: megabytes(proportionalOf(node) + sum(database, proportionalOf)),
      aim: "125 MB",
      note: `PSS: server ${megabytes(proportionalOf(node))}, ${database.length} PostgreSQL processes ${megabytes(sum(database, proportionalOf))}; RSS of the server ${megabytes(residentOf(node))}`,
    },
  ];
  await stop(server);
  removeFolder(folder);
  return figures;
}
