// E-mails to the operator when something is wrong with the server: one for each cause and day, and one when it is over.
import { dayMs, minuteMs } from "#contract/durations.ts";
import {
  type BackupProblem,
  backupState,
  problemInWords,
} from "#server/features/backup/backup/backup-state.ts";
import type { ScheduledJob } from "#server/platform/jobs/scheduler.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { blockedChannels } from "#server/platform/messages/unsent-messages.ts";
import type { World } from "#server/platform/world.ts";
import { type DiskUse, percentOf, usedPart, watchedFolders } from "./disks.ts";
import { findLastWarning } from "./queries.ts";

const blockedAfterMs = 10 * minuteMs;
const fullPart = 0.9;

const causes = ["messages", "disk", "backup"] as const;
type Cause = (typeof causes)[number];
/** The value of `about` in the outbox for the message that a cause is over. */
const overOf = (cause: Cause): string => `${cause}-over`;

interface Words {
  readonly subject: string;
  readonly text: string;
}

const backupProblems: readonly BackupProblem[] = ["unwritable", "missing", "late"];

/** `detail` comes from the outbox. It was true when the warning was written. */
const words: Readonly<Record<Cause, (detail: string) => Words>> = {
  messages: () => ({
    subject: "Messages can't be sent",
    text: "For ten minutes or longer, messages have waited that should have been sent, and none has been sent on the same channel since. Families may not hear of help requests.",
  }),
  disk: (percent) => ({
    subject: `The disk is ${percent}% full`,
    text: `A disk with the data or the backups of Porchlight is ${percent}% full. When it is full, nothing can be stored, not even a help request.`,
  }),
  backup: (detail) => ({
    subject: "The daily backup failed",
    text: `${problemInWords(backupProblems.find((each) => each === detail) ?? "late")} A backup is tried every hour, and the log says why it fails.`,
  }),
};

const overWords: Readonly<Record<Cause, string>> = {
  messages: "Messages are sent again.",
  disk: "The disk has room again.",
  backup: "There is a good backup again.",
};

function wordsAbout(about: string): Words | undefined {
  const [cause, detail = ""] = about.split(" ");
  const over = causes.find((each) => about === overOf(each));
  if (over) return { subject: overWords[over], text: overWords[over] };
  const current = causes.find((each) => each === cause);
  return current && words[current](detail);
}

function contentOf({ config }: World, { about, created_at }: Message): MessageContent | undefined {
  const found = wordsAbout(about);
  if (!found) return undefined;
  const title = `Porchlight: ${found.subject}`;
  const { text } = found;
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
  notAgain: "The server warns again by itself.",
  async prepare(world, messages) {
    return {
      parcels: messages.flatMap((message) => {
        const content = contentOf(world, message);
        return content ? [{ messages: [message] as const, content: () => content }] : [];
      }),
    };
  },
};

/** Each cause that is current, with the detail for its words. */
async function currentCauses(world: World, startedAt: Date, diskUse: DiskUse): Promise<Map<Cause, string>> {
  const { config, clock, database } = world;
  const found = new Map<Cause, string>();
  const blocked = await blockedChannels(database.kysely, clock.now(), {
    milliseconds: blockedAfterMs,
    except: operatorWarningKind.name,
  });
  if (blocked.length > 0) found.set("messages", "");
  const used = Math.max(...(await Promise.all(watchedFolders(config).map((folder) => diskUse(folder)))));
  if (used >= fullPart) found.set("disk", String(percentOf(used)));
  const { problem } = await backupState(world, startedAt);
  if (problem) found.set("backup", problem);
  return found;
}

type LastWarning = Awaited<ReturnType<typeof findLastWarning>>;

/** Returns what to report about a cause now, if anything. `detail` is undefined while the cause is not current. */
function nextAbout(
  cause: Cause,
  detail: string | undefined,
  { warnedAt, overAt }: LastWarning,
  now: Date,
): string | undefined {
  if (detail === undefined) return warnedAt && warnedAt > (overAt ?? 0) ? overOf(cause) : undefined;
  const wasWarnedToday = warnedAt !== null && now.getTime() - warnedAt.getTime() < dayMs;
  return wasWarnedToday ? undefined : `${cause} ${detail}`.trim();
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
      // The outbox itself remembers what was sent.
      const key = { kind: operatorWarningKind.name, cause, over: overOf(cause) };
      const about = nextAbout(cause, current.get(cause), await findLastWarning(trx, key), now);
      if (!about) continue;
      log.warn({ cause, isOver: !current.has(cause) }, wordsAbout(about)?.text);
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
