// Starts the programs of PostgreSQL when the server runs as root, which they refuse to do.
import { type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { makeDataFolder } from "#server/platform/config/writable-folder.ts";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

export type Unprivileged = (program: string, args: readonly string[]) => Launch;

const asOurselves: Unprivileged = (command, args) => ({ command, args, options: {} });

// A user namespace needs no other account or owner of the files, and works below a folder of mode 700.
const namespace = ["--user", "--map-user=1000", "--map-group=1000"];
const inNamespace: Unprivileged = (program, args) => ({
  command: "unshare",
  args: [...namespace, program, ...args],
  options: {},
});

function accountNumber(flag: "-u" | "-g"): number | undefined {
  for (const name of ["postgres", "nobody"]) {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    if (status === 0) return Number(stdout);
  }
  return undefined;
}

function asAccount(folder: string): Unprivileged | undefined {
  const uid = accountNumber("-u");
  const gid = accountNumber("-g");
  if (uid === undefined || gid === undefined) return undefined;
  chownSync(folder, uid, gid);
  const canReach = spawnSync("ls", [folder], { uid, gid }).status === 0;
  return canReach ? (command, args) => ({ command, args, options: { uid, gid } }) : undefined;
}

/** Makes `folder` and chooses how to start programs that work in it. */
export function chooseUnprivileged(folder: string): Unprivileged {
  makeDataFolder(folder);
  if (process.getuid?.() !== 0) return asOurselves;
  if (spawnSync("unshare", [...namespace, "true"]).status === 0) return inNamespace;
  const other = asAccount(folder);
  if (other) return other;
  throw new Error(
    `PostgreSQL does not run as root. Please start Porchlight as another user, or set DATA_DIR to a folder that the account "nobody" may enter instead of ${folder}.`,
  );
}
