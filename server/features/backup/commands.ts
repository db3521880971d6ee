// The commands npm run backup, restore and verify.
import { resolve } from "node:path";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { type DataConfig, readDataConfig } from "#server/platform/config/config.ts";
import { reachEmbedded, refuseMissing } from "#server/platform/db/embedded.ts";
import { explained } from "#server/platform/db/unavailable.ts";
import { type ArchiveSource, openArchive } from "./archive/archive-file.ts";
import { mediaFolderOf } from "./archive/file-names.ts";
import type { Manifest } from "./archive/manifest.ts";
import { verifyArchive } from "./archive/verify.ts";
import { backUp, refuseExisting } from "./backup/backup.ts";
import { readPassphrase } from "./passphrase.ts";
import { refuseUsed, restore } from "./restore/restore.ts";

interface Command {
  /** Refuses mistakes that show without the passphrase, so that nobody types one in vain. */
  check(config: DataConfig, file: string): Promise<void>;
  /** Returns the lines to print. */
  run(config: DataConfig, source: ArchiveSource): Promise<string[]>;
}

type Run = Command["run"];

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** Such as "0.4 MB" or "1,234 MB". */
export const megabytesOf = (bytes: number): string => {
  const megabytes = Math.max(bytes / 1e6, 0.1);
  const digits = megabytes < 10 ? 1 : 0;
  return `${megabytes.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} MB`;
};

const contentsOf = ({ tables }: Manifest): string =>
  `${counted(
    tables.reduce((sum, { rows }) => sum + rows, 0),
    "row",
  )} of ${counted(tables.length, "table")}`;

function lossesOf({ media: { lost } }: Manifest): string[] {
  if (lost.length === 0) return [];
  return [`Without ${counted(lost.length, "picture or voice message")} that the bucket had lost.`];
}

function besideOf({ media: { place, files, bytes } }: Manifest, file: string): string[] {
  if (place === "inside") return [];
  const count = `${files.toLocaleString("en-US")} (${megabytesOf(bytes)})`;
  return [`Its pictures and voice messages, in ${mediaFolderOf(file)}: ${count}, all there and undamaged.`];
}

const backUpTo: Run = async ({ databaseUrl, dataDir, pgBin, media }, source) => {
  const database = databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : await reachEmbedded(dataDir, { pgBin });
  try {
    const { manifest, bytes } = await backUp({
      ...source,
      databaseUrl: database.url,
      dataDir,
      createdAt: new Date(),
      mediaPlace: "inside",
      bucket: media.bucket,
    });
    return [
      `Backed up and verified: ${contentsOf(manifest)}, and the key, in ${megabytesOf(bytes)}.`,
      ...lossesOf(manifest),
      `The backup is ${source.file}`,
      "Keep a copy on another machine, and the passphrase somewhere else: without it nobody can open the backup.",
    ];
  } finally {
    await database.stop();
  }
};

const restoreFrom: Run = async (config, source) => {
  const manifest = await restore(config, source);
  return [
    `Restored: ${contentsOf(manifest)}, and the key, as they were on ${manifest.createdAt}.`,
    `They are in ${config.databaseUrl ? "the database of DATABASE_URL, the key in " : ""}${config.dataDir}`,
    `Start a server on them with the same ${config.databaseUrl ? "DATABASE_URL and DATA_DIR" : "DATA_DIR"}: npm start`,
  ];
};

const verify: Run = async (_config, source) => {
  const { manifest } = await verifyArchive(source);
  return [
    `The backup is complete: ${contentsOf(manifest)}, and the key, as they were on ${manifest.createdAt}.`,
    ...besideOf(manifest, source.file),
    ...lossesOf(manifest),
    `Porchlight ${manifest.version} wrote it, from PostgreSQL ${manifest.postgresql}.`,
  ];
};

const commands: Readonly<Record<string, Command>> = {
  backup: {
    async check({ databaseUrl, dataDir }, file) {
      refuseExisting(file);
      if (databaseUrl === undefined) refuseMissing(dataDir);
    },
    run: backUpTo,
  },
  restore: {
    async check(config, file) {
      await openArchive(file);
      await refuseUsed(config);
    },
    run: restoreFrom,
  },
  verify: {
    async check(_config, file) {
      await openArchive(file);
    },
    run: verify,
  },
};

function fileOf(name: string, args: readonly string[]): string {
  const [file] = args;
  if (args.length === 1 && file && !file.startsWith("-")) return resolve(file);
  throw new Refused(
    `Please name one file: npm run ${name} -- ${name === "backup" ? "new-file" : "file"}.tar.gz.age`,
  );
}

/** On Ctrl-C, the work in progress ends in order. */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Refused("Interrupted. Nothing was kept."));
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  return interrupted.signal;
}

async function runOn(file: string, command: Command, config: DataConfig): Promise<string[]> {
  await command.check(config, file);
  const terminal = { input: process.stdin, output: process.stderr };
  const isNew = command === commands.backup;
  const passphrase = await readPassphrase(config.backupPassphrase, terminal, { isNew });
  return await command.run(config, { file, passphrase, signal: untilInterrupted() });
}

/** Runs `npm run backup`, `restore` or `verify`. */
export async function runDataCommand(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const command = commands[name];
  if (!command) throw new Refused(`There is no command "${name}".`);
  const file = fileOf(name, args);
  const config = readDataConfig(env);
  const lines = await runOn(file, command, config).catch((error) => {
    throw error instanceof Refused ? error : explained(error);
  });
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`);
}
