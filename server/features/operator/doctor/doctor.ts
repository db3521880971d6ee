// Tries everything that this server needs, and says what to mend. It works beside the running server and without it.
import { readConfigAndDoubts } from "#server/platform/config/config.ts";
import { bucketOf } from "#server/platform/media/bucket.ts";
import type { World } from "#server/platform/world.ts";
import { systemClock } from "#server/platform/world.ts";
import { aligned } from "../command.ts";
import { checkClock, clockServers } from "./clock.ts";
import { checkDatabase, checkIds } from "./database.ts";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding.ts";
import { checkBackup, checkDisks, checkTimeZones } from "./machine.ts";
import { checkApprise, checkCalls, checkMail, checkNtfy, checkPush, checkTexts } from "./providers.ts";
import { checkAnswer, checkCertificate, checkName } from "./public-address.ts";

type Config = World["config"];

const checkSettings = (doubts: readonly string[]): Finding[] =>
  doubts.length === 0
    ? [fine("Settings", "Each of them is understood.")]
    : doubts.map((doubt) => doubtful("Settings", doubt));

/** Asks for an object that is not there, which takes the right keys. */
export async function checkBucket(world: Pick<World, "config" | "secrets">): Promise<Finding[]> {
  if (!world.config.media.bucket) return [];
  try {
    await bucketOf(world).get("media/doctor");
    return [fine("Bucket", "The S3 server knows this server's keys, and answers.")];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason =
      cause instanceof Error && cause.message.startsWith("The S3 server") ? cause.message : reasonOf(cause);
    return [broken("Bucket", `It can't be used (${reason}). Correct the S3 settings, or start the server.`)];
  }
}

const checkMessages = (config: Config): Promise<Finding[]>[] =>
  config.isSandbox
    ? [Promise.resolve([doubtful("Messages", "This is the sandbox, so no message leaves this machine.")])]
    : [
        one(checkMail(config.smtp)),
        checkTexts(config),
        checkCalls(config),
        checkNtfy(config.ntfy),
        checkApprise(config.apprise),
      ];

const one = async (finding: Promise<Finding>): Promise<Finding[]> => [await finding];

/** What needs no database. */
const checkOutside = (config: Config, doubts: readonly string[]): Promise<Finding[]>[] => [
  Promise.resolve(checkSettings(doubts)),
  one(checkName(config.publicUrl)),
  one(checkCertificate(config.publicUrl, systemClock.now())),
  one(checkAnswer(config.publicUrl)),
  one(checkClock(clockServers(config), () => systemClock.now())),
  checkDisks({ config }),
];

const checkInside = (world: World): Promise<Finding[]>[] => [
  one(checkDatabase(world.database)),
  checkIds(world),
  one(checkTimeZones(world)),
  one(checkBackup(world)),
  checkBucket(world),
  one(checkPush(world.secrets)),
];

/** A check that fails itself has found something, too. */
const safely = (checks: readonly Promise<Finding[]>[]): Promise<Finding[]> =>
  Promise.all(
    checks.map((check) =>
      check.catch((error: unknown) => [doubtful("A check", `It could not be made (${reasonOf(error)}).`)]),
    ),
  ).then((found) => found.flat());

interface Opened {
  readonly world: World;
  readonly stop: () => Promise<void>;
}

async function examine(
  env: NodeJS.ProcessEnv,
  open: (env: NodeJS.ProcessEnv) => Promise<Opened>,
): Promise<Finding[]> {
  let read: ReturnType<typeof readConfigAndDoubts>;
  try {
    read = readConfigAndDoubts(env);
  } catch (error) {
    // The words name the variable, and never a secret.
    return [broken("Settings", error instanceof Error ? error.message : String(error))];
  }
  const { config, doubts } = read;
  const outside = [...checkOutside(config, doubts), ...checkMessages(config)];
  try {
    const { world, stop } = await open(env);
    try {
      return await safely([...outside, ...checkInside(world)]);
    } finally {
      await stop();
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [...(await safely(outside)), broken("Database", words)];
  }
}

const marks = { fine: "fine", "look at this": "look at this", broken: "BROKEN" } as const;

export interface Diagnosis {
  readonly lines: string[];
  readonly isBroken: boolean;
}

export async function diagnose(...of: Parameters<typeof examine>): Promise<Diagnosis> {
  const findings = await examine(...of);
  const brokenOnes = findings.filter(({ state }) => state === "broken").length;
  const end = brokenOnes === 0 ? "Nothing is broken." : `Broken: ${brokenOnes}.`;
  return {
    lines: [...aligned(findings.map(({ what, state, words }) => [what, marks[state], words])), "", end],
    isBroken: brokenOnes > 0,
  };
}
