// E-mails to the operator when something is wrong with the server: one for each cause and day, and one when it is over.
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { lastBackup, lastDueAt } from "#server/data/backup/daily-backups.ts";
import type { Db } from "#server/db/schema.ts";
import type { ScheduledJob } from "#server/jobs/scheduler.ts";
import type { Message, MessageContent, MessageKind } from "#server/messages/message-kind.ts";
import { enqueue } from "#server/messages/outbox.ts";
import { blockedChannels } from "#server/messages/unsent-messages.ts";
import type { World } from "#server/world.ts";
import { type DiskUse, usedPart, watchedFolders } from "./disks.ts";

const blockedAfterMs = 10 * minuteMs;
/** The backup is tried every hour, so this is after two failures. */
const backupGraceMs = 2 * hourMs;
const fullPart = 0.9;

const causes = ["messages", "disk", "backup"] as const;
type Cause = (typeof causes)[number];
/** The value of `about` in the outbox for the message that a cause is over. */
const overOf = (cause: Cause): string => `${cause}-over`;

interface Words {
  readonly subject: string;
  readonly text: string;
  readonly over: string;
}

const words: Readonly<Record<Cause, Words>> = {
  messages: {
    subject: "Messages can't be sent",
    text: "For ten minutes or longer, messages have waited that should have been sent, and none has been sent on the same channel since. Families may not hear of help requests.",
    over: "Messages are sent again.",
  },
  disk: {
    subject: "The disk is 90% full",
    text: "A disk with the data or the backups of Porchlight is 90% full. When it is full, nothing can be stored, not even a help request.",
    over: "The disk has room again.",
  },
  backup: {
    subject: "The daily backup failed",
    text: "There is no good backup from today. It is tried again every hour, and the log says why it failed.",
    over: "There is a good backup again.",
  },
};

function contentOf({ config }: World, { about, created_at }: Message): MessageContent | undefined {
  const cause = causes.find((each) => about === each || about === overOf(each));
  if (!cause) return undefined;
  const isOver = about !== cause;
  const title = `Porchlight: ${isOver ? words[cause].over : words[cause].subject}`;
  const text = isOver ? words[cause].over : words[cause].text;
  return {
    title,
    text,
    path: "/",
    email: {
      subject: title,
      before: [text, `Noticed ${created_at.toISOString()}, at ${config.publicUrl}.`],
      link: { label: "Open Porchlight", href: config.publicUrl },
      after: ["On the server, npm run porchlight -- status says more."],
    },
  };
}

export const operatorWarningKind: MessageKind = {
  name: "operator-warning",
  isUrgent: false,
  async prepare(world, messages) {
    return {
      parcels: messages.flatMap((message) => {
        const content = contentOf(world, message);
        return content ? [{ messages: [message] as const, content: () => content }] : [];
      }),
    };
  },
};

async function isBackupMissing(world: World, startedAt: Date): Promise<boolean> {
  const { dailyBackups } = world.config;
  if (!dailyBackups) return false;
  const now = world.clock.now();
  const due = lastDueAt(now, dailyBackups.hour);
  // A server that was off makes the backup soon after its start.
  const since = Math.max(due.getTime(), startedAt.getTime());
  if (now.getTime() - since < backupGraceMs) return false;
  const last = await lastBackup(world);
  return !last || last.createdAt < due;
}

async function currentCauses(world: World, startedAt: Date, diskUse: DiskUse): Promise<Set<Cause>> {
  const { config, clock, database } = world;
  const found = new Set<Cause>();
  const blocked = await blockedChannels(database.kysely, clock.now(), {
    milliseconds: blockedAfterMs,
    except: operatorWarningKind.name,
  });
  if (blocked.length > 0) found.add("messages");
  const used = await Promise.all(watchedFolders(config).map((folder) => diskUse(folder)));
  if (used.some((part) => part >= fullPart)) found.add("disk");
  if (await isBackupMissing(world, startedAt)) found.add("backup");
  return found;
}

interface LastWarning {
  warnedAt: Date | null;
  overAt: Date | null;
}

/** The outbox itself remembers what was sent. */
async function lastWarning(db: Db, cause: Cause): Promise<LastWarning> {
  return await db
    .selectFrom("messages")
    .select(({ fn }) => [
      fn.max("created_at").filterWhere("about", "=", cause).as("warnedAt"),
      fn.max("created_at").filterWhere("about", "=", overOf(cause)).as("overAt"),
    ])
    .where("kind", "=", operatorWarningKind.name)
    .executeTakeFirstOrThrow();
}

/** Returns what to report about a cause now, if anything. */
function nextAbout(
  cause: Cause,
  isCurrent: boolean,
  { warnedAt, overAt }: LastWarning,
  now: Date,
): string | undefined {
  if (!isCurrent) return warnedAt && warnedAt > (overAt ?? 0) ? overOf(cause) : undefined;
  const wasWarnedToday = warnedAt !== null && now.getTime() - warnedAt.getTime() < dayMs;
  return wasWarnedToday ? undefined : cause;
}

/** Checks once for everything that can be wrong. The log says it too, because e-mail itself may be what fails. */
async function warnOperator(
  world: World,
  { address, startedAt, diskUse }: { address: string; startedAt: Date; diskUse: DiskUse },
): Promise<void> {
  const { database, clock, log } = world;
  const current = await currentCauses(world, startedAt, diskUse);
  await database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    for (const cause of causes) {
      const about = nextAbout(cause, current.has(cause), await lastWarning(trx, cause), now);
      if (!about) continue;
      const isOver = about !== cause;
      log.warn({ cause, isOver }, isOver ? words[cause].over : words[cause].text);
      await enqueue(
        trx,
        [{ kind: operatorWarningKind, about, personId: null, channel: "email", address }],
        now,
      );
    }
  });
}

/** Has no jobs unless OPERATOR_EMAIL is set. */
export function operatorWarningJobs(world: World, diskUse: DiskUse = usedPart): ScheduledJob[] {
  const { operatorEmail: address } = world.config;
  if (address === undefined) return [];
  const startedAt = world.clock.now();
  return [
    {
      name: "warn-operator",
      intervalSeconds: 60,
      run: () => warnOperator(world, { address, startedAt, diskUse }),
    },
  ];
}
