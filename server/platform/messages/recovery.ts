// Detects within about a minute that a provider is back. Then waiting messages are sent without waiting for their own
// retry.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { queueNames } from "./outbox.ts";

/**
 * For each channel without an attempt in the last minute, makes the urgent message due that was tried longest ago. This
 * goes on for an hour at most, because a single full mailbox looks like a mail server that is down.
 */
export async function probeProviders(db: Db, now: Date): Promise<void> {
  await sql`
    with failed as materialized (
      select id, channel, lease_until from messages
      where state = 'WAITING' and is_urgent and attempts > 0 and created_at > ${now}::timestamptz - interval '1 hour'
    ), longest_untried as (
      select distinct on (channel) id, max(lease_until) over (partition by channel) as tried_at
      from failed order by channel, lease_until, id
    )
    update messages m set due_at = ${now} from longest_untried u
    where m.id = u.id and m.state = 'WAITING' and m.due_at > ${now}
      and u.tried_at <= ${now}::timestamptz - interval '1 minute'`.execute(db);
}

/**
 * A message was accepted that had failed before, so the others that failed on its channel become due too, the urgent
 * ones first: one minute's worth at fifty a second. Messages that are due about as soon anyway keep their time.
 */
export async function retryOthers(db: Db, channel: Channel, now: Date): Promise<void> {
  const { rows } = await sql`
    with turns as materialized (
      select id, ${now}::timestamptz + row_number() over (order by is_urgent desc, due_at, id)
        * interval '20 milliseconds' as turn
      from messages
      where state = 'WAITING' and channel = ${channel} and attempts > 0 and lease_until <= ${now}
      order by is_urgent desc, due_at, id limit 3000
    ), later as (
      -- Each is found by its id alone. A plain join may read all that wait once for each of them.
      select m.id, t.turn from turns t
      cross join lateral (select * from messages where id = t.id offset 0 for update skip locked) m
      where m.state = 'WAITING' and m.due_at > t.turn + interval '15 seconds'
    )
    update messages m set due_at = l.turn from later l where m.id = l.id returning m.id`.execute(db);
  if (rows.length === 0) return;
  for (const queue of Object.values(queueNames)) await wake(db, queue);
}
