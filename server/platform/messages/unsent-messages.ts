// Messages in the outbox that should have left already: for metrics, and for the operator.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { retries } from "#server/platform/jobs/due-rows.ts";

const { seconds: pauses } = retries;
/** The seconds from the first attempt to each later one. */
const untilAttempt = [0, ...pauses].map((_, count) =>
  pauses.slice(0, count).reduce((sum, pause) => sum + pause, 0),
);

/**
 * When a message first became due. Each attempt changes the due time, and a reminder is stored long before it is due,
 * so this counts back from the last attempt.
 */
const unsentSince = sql<Date>`case when attempts = 0 then due_at else greatest(created_at, lease_until - make_interval(secs =>
    (${sql.lit(`{${untilAttempt}}`)}::integer[])[least(attempts, ${sql.lit(untilAttempt.length)})]
    + ${sql.lit(pauses.at(-1) ?? 0)} * greatest(attempts - ${sql.lit(untilAttempt.length)}, 0)))
  end`;

const isUnsent = (now: Date) => sql<boolean>`state = 'WAITING' and (attempts > 0 or due_at <= ${now})`;

export interface UnsentMessages {
  readonly channel: Channel;
  readonly isUrgent: boolean;
  readonly count: number;
  /** When the oldest one became due. */
  readonly since: Date;
}

/** Messages that are due or were tried without success, by their channel. */
export const unsentMessages = (db: Db, now: Date): Promise<UnsentMessages[]> =>
  db
    .selectFrom("messages")
    .select(({ fn }) => [
      "channel",
      "is_urgent as isUrgent",
      fn.countAll<number>().as("count"),
      sql<Date>`least(min(${unsentSince}), ${now}::timestamptz)`.as("since"),
    ])
    .where(isUnsent(now))
    .groupBy(["channel", "is_urgent"])
    .orderBy("channel")
    .orderBy("is_urgent")
    .execute();

/**
 * Returns the channels over which nothing has left for that long, although something should have. One full mailbox does
 * not block a channel: a later message that was accepted shows that the provider works.
 */
export async function blockedChannels(
  db: Db,
  now: Date,
  { milliseconds, except }: { milliseconds: number; except: string },
): Promise<Channel[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom("messages")
        .select(({ fn }) => ["channel", fn.max<Date>(unsentSince).as("since")])
        .where(isUnsent(now))
        .where("kind", "<>", except)
        .where(unsentSince, "<=", new Date(now.getTime() - milliseconds))
        .groupBy("channel")
        .as("unsent"),
    )
    .select("unsent.channel")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("messages as later")
            .select("later.id")
            .whereRef("later.channel", "=", "unsent.channel")
            .where("later.state", "in", ["ACCEPTED", "ARRIVED"])
            .whereRef("later.created_at", ">", "unsent.since"),
        ),
      ),
    )
    .orderBy("unsent.channel")
    .execute();
  return rows.map(({ channel }) => channel);
}
