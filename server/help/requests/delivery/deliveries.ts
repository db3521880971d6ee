// Claims the messages that are due under a lease, and stores the result of each.
import { CompiledQuery } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Database } from "#server/db/connect.ts";
import type { Row } from "#server/db/schema.ts";
import { type RequestKey, transition } from "../transition.ts";
import { inBatches } from "./batches.ts";
import { wake } from "./wake.ts";

type DeliveryRow = Row<"help_deliveries">;

/** A claimed delivery, with what its message is made of. */
export interface Delivery
  extends Pick<DeliveryRow, "family_id" | "id" | "help_request_id" | "person_id" | "about" | "attempts"> {
  channel: Channel;
  created_at: Date;
  phrase: string;
  is_urgent: boolean;
  asked_by: number;
  asker: string;
  asker_phone_number: string | null;
  helper: string | null;
}

/** Follows an insert: a delivery that already waits becomes due now. */
export const atOnce = `on conflict (family_id, help_request_id, person_id, channel, about) where state = 'WAITING'
    do update set due_at = least(help_deliveries.due_at, excluded.due_at)`;

const claimDue = {
  name: "claim-help-deliveries",
  text: `with due as (
    select family_id, id from help_deliveries
    where state = 'WAITING' and channel = any ($2::text[])
      and due_at <= $1 and (lease_until is null or lease_until <= $1)
    order by due_at, id limit 50 for update skip locked
  )
  update help_deliveries d set lease_until = $1::timestamptz + interval '30 seconds', attempts = d.attempts + 1
  from due
  join help_deliveries self on self.family_id = due.family_id and self.id = due.id
  join help_requests r on r.family_id = self.family_id and r.id = self.help_request_id
  join people asker on asker.id = r.asked_by
  left join people helper on helper.id = r.helper_id
  where d.family_id = due.family_id and d.id = due.id
  returning d.family_id, d.id, d.help_request_id, d.person_id, d.channel, d.about, d.attempts, d.created_at,
    r.phrase, r.is_urgent, r.asked_by, asker.username as asker, asker.phone_number as asker_phone_number,
    helper.username as helper`,
};

// A step can fire in the same moment as an acknowledgement. Its messages are stopped here.
const stopUnwanted = {
  name: "stop-help-deliveries",
  text: `update help_deliveries d set state = 'STOPPED', lease_until = null
    from (
      select w.family_id, w.id from help_deliveries w
      join help_requests r on r.family_id = w.family_id and r.id = w.help_request_id
      where w.state = 'WAITING' and w.due_at <= $1
        and (w.about = 'ASKED' and r.state in ('ACKNOWLEDGED', 'RESOLVED', 'CANCELLED')
          or w.about = 'REMINDED' and r.state <> 'ACKNOWLEDGED')
      for update of w skip locked
    ) as unwanted
    where d.family_id = unwanted.family_id and d.id = unwanted.id`,
};

export const stopUnwantedDeliveries = ({ write }: Database, now: Date) => write(stopUnwanted, [now]);

export const claimDueDeliveries = (
  { write }: Database,
  by: readonly Channel[],
  now: Date,
): Promise<Delivery[]> => write(claimDue, [now, by]);

// A stopped message counts too if it had left already. A message can leave while somebody acknowledges the request: then
// its recipient gets a message about that as well.
const storeHandedOver = `with sent as (
    select * from unnest($1::integer[], $2::integer[], $3::text[]) as sent (family_id, id, provider_id)
  ), locked as materialized (
    select r.family_id, r.id, r.state from help_requests r
    where (r.family_id, r.id) in (
      select d.family_id, d.help_request_id from sent s
      join help_deliveries d on d.family_id = s.family_id and d.id = s.id
    )
    order by r.family_id, r.id for no key update
  ), handed_over as (
    update help_deliveries d set state = 'HANDED_OVER', lease_until = null, provider_id = s.provider_id
    from sent s
    where d.family_id = s.family_id and d.id = s.id and d.state in ('WAITING', 'STOPPED')
      and (d.family_id, d.help_request_id) in (select family_id, id from locked)
    returning d.family_id, d.help_request_id, d.person_id, d.channel, d.about, d.created_at
  ), overtaken as (
    insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
    select d.family_id, d.help_request_id, d.person_id, d.channel, l.state, $4::timestamptz, $4::timestamptz
    from handed_over d join locked l on l.family_id = d.family_id and l.id = d.help_request_id
    where d.about = 'ASKED' and l.state in ('ACKNOWLEDGED', 'RESOLVED', 'CANCELLED')
      and not exists (
        select from help_request_receipts t
        where t.family_id = l.family_id and t.help_request_id = l.id
          and t.state = l.state and t.person_id = d.person_id
      )
      and not exists (
        select from help_deliveries e
        where e.family_id = l.family_id and e.help_request_id = l.id and e.person_id = d.person_id
          and e.channel = d.channel and e.about = l.state and e.created_at >= d.created_at
      )
    on conflict do nothing
    returning id
  )
  select family_id, help_request_id as id, null as actor, (select ${wake} from overtaken limit 1)
  from handed_over where about = 'ASKED'`;

// The provider accepted the message and could not deliver it. It is tried again if it is still wanted and no newer one waits.
const takeBack = {
  name: "take-back-help-delivery",
  text: `with waiting as (
    update help_deliveries d set state = 'WAITING', due_at = $3
    from help_requests r
    where d.family_id = $1 and d.id = any ($2::integer[]) and d.state = 'HANDED_OVER' and d.about = 'ASKED'
      and r.family_id = d.family_id and r.id = d.help_request_id and r.next_step_at is not null
      and r.state <> 'ACKNOWLEDGED' and not exists (
        select from help_deliveries e
        where e.family_id = d.family_id and e.help_request_id = d.help_request_id
          and e.person_id = d.person_id and e.channel = d.channel and e.about = d.about and e.state = 'WAITING'
      )
    returning d.id
  )
  select ${wake} from waiting limit 1`,
};

// Ends the lease and stores the time of this attempt.
const postpone = {
  name: "postpone-help-delivery",
  text: `with waiting as (
    update help_deliveries set due_at = $3, lease_until = $4
    where family_id = $1 and id = any ($2::integer[]) and state = 'WAITING'
    returning id
  )
  select ${wake} from waiting limit 1`,
};

// The next channel that reaches this person and was not tried for this message yet.
const fail = {
  name: "fail-help-delivery",
  text: `with failed as (
    update help_deliveries set state = 'FAILED', lease_until = null
    where family_id = $1 and id = any ($2::integer[]) and state in ('WAITING', 'HANDED_OVER')
    returning *
  ), other_way as (
    insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
    select f.family_id, f.help_request_id, f.person_id, w.channel, f.about, $3, $3
    from failed f cross join lateral (
      select w.channel from ways_to_people w
      where w.person_id = f.person_id and not exists (
        select from help_deliveries e
        where e.family_id = f.family_id and e.help_request_id = f.help_request_id and e.person_id = f.person_id
          and e.about = f.about and e.channel = w.channel
      ) order by w.place limit 1
    ) as w
    ${atOnce}
    returning id
  )
  select ${wake} from other_way limit 1`,
};

type Keys = readonly Pick<Delivery, "family_id" | "id">[];

interface HandedOver {
  readonly group: Keys;
  readonly providerId: string | null;
  readonly now: Date;
}

async function keepHandedOver({ kysely }: Database, all: readonly HandedOver[]): Promise<void> {
  const each = all.flatMap(({ group, providerId, now }) => group.map((key) => ({ ...key, providerId, now })));
  const at = each.at(-1)?.now;
  if (!at) return;
  const columns = [each.map((one) => one.family_id), each.map((one) => one.id)];
  await kysely.transaction().execute(async (trx) => {
    const values = [...columns, each.map((one) => one.providerId), at];
    const { rows: requests } = await trx.executeQuery<RequestKey & { actor: null }>(
      CompiledQuery.raw(storeHandedOver, values),
    );
    await transition(trx, { requests, to: "HANDED_OVER", at });
  });
}

/** PostgreSQL serializes commits that notify, so results that arrive at about the same time share one commit. */
const keepers = new WeakMap<Database, (one: HandedOver) => Promise<unknown>>();
const keeperOf = (database: Database) =>
  keepers.getOrInsertComputed(database, () => inBatches((all) => keepHandedOver(database, all)));

const keysOf = (group: Keys) => [group[0]?.family_id, group.map(({ id }) => id)];

/** Stores the same result for all deliveries that were sent as one message. */
export const becomes = (database: Database, group: Keys) => ({
  handedOver: (now: Date, providerId: string | null) => keeperOf(database)({ group, providerId, now }),
  waitUntil: (due: Date, now: Date) => database.write(postpone, [...keysOf(group), due, now]),
  takenBack: (due: Date) => database.write(takeBack, [...keysOf(group), due]),
  failed: (now: Date) => database.write(fail, [...keysOf(group), now]),
});

const findNextDue = {
  name: "find-next-help-delivery",
  text: `select least(
    (select min(next_step_at) from help_requests where next_step_at is not null),
    (select min(greatest(due_at, lease_until)) from help_deliveries where state = 'WAITING')
  ) as at`,
};

export async function nextDue({ read }: Database): Promise<Date | null> {
  const [next] = await read<{ at: Date | null }>(findNextDue, []);
  return next?.at ?? null;
}
