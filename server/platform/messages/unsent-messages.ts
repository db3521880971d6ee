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
const unsentSince = sql`case when attempts = 0 then due_at else greatest(created_at, lease_until - make_interval(secs =>
    (${sql.lit(`{${untilAttempt}}`)}::integer[])[least(attempts, ${sql.lit(untilAttempt.length)})]
    + ${sql.lit(pauses.at(-1) ?? 0)} * greatest(attempts - ${sql.lit(untilAttempt.length)}, 0)))
  end`;

const isUnsent = (now: Date) => sql`state = 'WAITING' and (attempts > 0 or due_at <= ${now})`;

export interface UnsentMessages {
  readonly channel: Channel;
  readonly isUrgent: boolean;
  readonly count: number;
  /** When the oldest one became due. */
  readonly since: Date;
}

/** Messages that are due or were tried without success, by their channel. */
export async function unsentMessages(db: Db, now: Date): Promise<UnsentMessages[]> {
  const { rows } = await sql<UnsentMessages>`
    select channel, is_urgent as "isUrgent", count(*)::integer as count,
      least(min(${unsentSince}), ${now}::timestamptz) as since
    from messages where ${isUnsent(now)} group by channel, is_urgent order by channel, is_urgent`.execute(db);
  return rows;
}

export interface BlockedChannel {
  readonly channel: Channel;
  readonly since: Date;
}

/**
 * Returns the channels over which nothing has left for that long, although something should have. One full mailbox does
 * not block a channel: a later message that was accepted shows that the provider works.
 */
export async function blockedChannels(
  db: Db,
  now: Date,
  { milliseconds, except }: { milliseconds: number; except: string },
): Promise<BlockedChannel[]> {
  const { rows } = await sql<BlockedChannel>`
    with unsent as (
      select id, channel, ${unsentSince} as since from messages where ${isUnsent(now)} and kind <> ${except}
    )
    select channel, min(since) as since from unsent u
    where since <= ${new Date(now.getTime() - milliseconds)} and not exists (
      select from messages later
      where later.channel = u.channel and later.state in ('ACCEPTED', 'ARRIVED')
        and later.id > u.id and later.created_at > u.since
    )
    group by channel order by channel`.execute(db);
  return rows;
}
