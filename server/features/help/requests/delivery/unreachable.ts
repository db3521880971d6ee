// Finds the requests that cannot reach anybody.
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import { wakingChannels } from "#server/platform/messages/channels.ts";
import { columnsOf, transition } from "../lifecycle.ts";
import type { RequestKey } from "../queries.ts";

// Four attempts fail before a request is called unreachable. The attempts continue after that.
const isStillPossible = sql`m.state in ('ACCEPTED', 'ARRIVED') or (m.state = 'WAITING' and m.attempts < 4)`;

/**
 * Finds and locks those of these requests that reached nobody, once their plan has ended or everyone was asked in vain
 * over a channel that can wake them. Receipts are found by their request ("offset 0"), because otherwise all of the
 * family's receipts are read for each request.
 */
async function lockUnreachable(trx: Db, requests: readonly RequestKey[]) {
  const [familyIds, ids] = columnsOf(requests);
  const { rows } = await sql<RequestKey & { actor: null }>`
    select r.family_id, r.id, null as actor from help_requests r
    where (r.family_id, r.id) in (select * from unnest(${familyIds}::integer[], ${ids}::bigint[]))
      and r.closed_at is null
      and not exists (
        select from help_request_receipts t
        where t.family_id = r.family_id and t.help_request_id = r.id and t.state in ('REACHED', 'SEEN') offset 0
      )
      and (r.next_step_at is null or exists (
        select from jsonb_array_elements(r.plan) with ordinality as planned (step, place)
        where place <= r.next_step and step ->> 'target' = 'everyone' and step -> 'channels' ?| ${wakingChannels}::text[]
      ) and not exists (
        select from messages m
        where m.kind = 'help' and m.subject_id = r.id and m.about = 'ASKED' and (${isStillPossible})
      ))
    order by r.family_id, r.id for no key update of r`.execute(trx);
  return rows;
}

/** Marks those of these requests that cannot reach anybody. */
export async function markUnreachable(trx: Db, requests: readonly RequestKey[], now: Date): Promise<void> {
  if (requests.length === 0) return;
  const unreachable = await lockUnreachable(trx, requests);
  await transition(trx, { requests: unreachable, to: "UNREACHABLE", at: now });
}
