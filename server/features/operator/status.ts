// The first things that an operator wants to know, on one screen.
import { backupState, problemInWords } from "#server/features/backup/backup/backup-state.ts";
import { megabytesOf } from "#server/features/backup/commands.ts";
import { inWords } from "#server/platform/http/limits.ts";
import { channels } from "#server/platform/messages/channels.ts";
import { unsentMessages } from "#server/platform/messages/unsent-messages.ts";
import type { World } from "#server/platform/world.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { percentOf, usedPart, watchedFolders } from "./disks.ts";
import { countFamiliesOnTheirWay, findDatabaseState } from "./queries.ts";

const timeoutMs = 2_000;

const secondsSince = (time: Date, now: Date): number => (now.getTime() - time.getTime()) / 1000;

async function answerOfServer({ config }: World): Promise<string> {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${config.port}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.ok
      ? `answers on port ${config.port}`
      : `answers on port ${config.port}, but is not ready`;
  } catch {
    return `does not answer on port ${config.port} of this machine`;
  }
}

function providersOf({ config }: World): [string, string][] {
  const byChannel = channels.map(({ name, hasProvider, leavesSandbox }): [string, string] => {
    if (!hasProvider(config)) return [name, "has no provider"];
    return [name, config.isSandbox && !leavesSandbox ? "stays in the sandbox" : "has a provider"];
  });
  const google = config.isSandbox ? "is the sandbox's own" : "is not set up";
  const others = config.signInProviders.map(({ name, issuer }): [string, string] => [name, issuer]);
  return [...byChannel, ["Google", config.google?.issuer ?? google], ...others];
}

async function backupOf(world: World): Promise<string> {
  const { config, clock } = world;
  const { last, problem } = await backupState(world);
  const isOff = config.dailyBackups ? "" : "; BACKUP_DIR is not set here";
  const warning = problem ? `. ${problemInWords(problem, config.dailyBackups?.folder)}` : "";
  if (!last) return `no daily backup so far${isOff}${warning}`;
  const age = inWords(secondsSince(last.createdAt, clock.now()));
  const beside = last.mediaBytes === null ? "" : ` and ${megabytesOf(last.mediaBytes)} in media`;
  return `${age} ago, ${megabytesOf(last.bytes)}${beside}, ${last.file}${isOff}${warning}`;
}

/** The disks that a warning can be about. */
async function disksOf({ config }: World): Promise<string> {
  const used = await Promise.all(
    watchedFolders(config).map(async (folder) => `${percentOf(await usedPart(folder))}% full at ${folder}`),
  );
  return used.join("; ");
}

async function queueOf({ database, clock }: World): Promise<[string, string][]> {
  const now = clock.now();
  const unsent = await unsentMessages(database.kysely, now);
  const [oldest] = unsent.toSorted((one, other) => one.since.getTime() - other.since.getTime());
  const counts = unsent.map(
    ({ channel, isUrgent, count }) => `${count} by ${channel}${isUrgent ? ", urgent" : ""}`,
  );
  return [
    ["Queue", counts.join("; ") || "nothing is waiting to be sent"],
    [
      "Oldest unsent",
      oldest ? `by ${oldest.channel}, due for ${inWords(secondsSince(oldest.since, now))}` : "none",
    ],
  ];
}

/** Families that have left for another cell, which has not confirmed yet that it has them. */
async function departuresOf({ database }: World): Promise<[string, string][]> {
  const counts = await countFamiliesOnTheirWay(database.kysely);
  return counts.map(({ origin, count }) => ["On their way", `${count} to ${origin}`]);
}

/** Each line has a subject and its state. */
export async function statusOf(world: World): Promise<[string, string][]> {
  const { config } = world;
  const [server, found, departures, backup, disks, queue] = await Promise.all([
    answerOfServer(world),
    findDatabaseState(world.database.kysely),
    departuresOf(world),
    backupOf(world),
    disksOf(world),
    queueOf(world),
  ]);
  const place = config.databaseUrl ? "at DATABASE_URL" : `in ${config.dataDir}`;
  return [
    ["Porchlight", `${packageJson.version}, for ${config.publicUrl}`],
    ["Server", server],
    ["Database", `PostgreSQL ${found.version} ${place}, ${megabytesOf(found.bytes)}`],
    ["Schema", `${found.schema}, the last of ${found.migrations} migrations`],
    ["Accounts", `${found.people}, in families: ${found.families}`],
    ...departures,
    ...providersOf(world),
    ["Last backup", backup],
    ["Disk", disks],
    ...queue,
  ];
}
