// Detects within about a minute that a provider works again. Then waiting messages are sent without their own pause.
import type { Channel } from "#contract/messages.ts";
import type { Database } from "#server/db/connect.ts";
import { wake } from "./wake.ts";

// Not for longer than an hour: one full mailbox, alone, looks like a mail server that is down.
const probe = {
  name: "probe-help-providers",
  text: `with longest_untried as (
    select distinct on (channel) family_id, id, max(lease_until) over (partition by channel) as tried_at
    from help_deliveries
    where state = 'WAITING' and attempts > 0 and created_at > $1::timestamptz - interval '1 hour'
    order by channel, lease_until, id
  )
  update help_deliveries d set due_at = $1 from longest_untried u
  where d.family_id = u.family_id and d.id = u.id and d.state = 'WAITING' and d.due_at > $1
    and u.tried_at <= $1::timestamptz - interval '1 minute'`,
};

/** For each channel without an attempt in the last minute, makes the message due that was tried longest ago. */
export const probeProviders = ({ write }: Database, now: Date) => write(probe, [now]);

// A minute of them at fifty a second. What comes about as soon anyway keeps its time.
const bringForward = {
  name: "bring-forward-help-deliveries",
  text: `with turns as (
    select family_id, id,
      $2::timestamptz + row_number() over (order by due_at, id) * interval '20 milliseconds' as turn
    from help_deliveries
    where state = 'WAITING' and channel = $1 and attempts > 0
    order by due_at, id limit 3000
  ), later as (
    select d.family_id, d.id, t.turn from help_deliveries d
    join turns t on t.family_id = d.family_id and t.id = d.id
    where d.state = 'WAITING' and d.due_at > t.turn + interval '15 seconds'
    for update of d skip locked
  ), sooner as (
    update help_deliveries d set due_at = l.turn from later l
    where d.family_id = l.family_id and d.id = l.id
    returning d.id
  )
  select ${wake} from sooner limit 1`,
};

/** A message left that had failed before, so the others that failed on its channel become due too. */
export const hurryOthers = ({ write }: Database, channel: Channel, now: Date) =>
  write(bringForward, [channel, now]);
