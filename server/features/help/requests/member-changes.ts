// Updates open requests when a family's members change or a helper stops helping, so that no request is lost.
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import { stopWaiting } from "#server/platform/messages/outbox.ts";
import { helpMessage, wakeWorkers } from "./help-message.ts";
import { type Transition, transition } from "./lifecycle.ts";
import type { RequestKey } from "./queries.ts";

/** Opens acknowledged requests again, restarts their plans, and removes the acknowledgements. */
export async function restartPlans(trx: Db, requests: Transition["requests"], now: Date): Promise<void> {
  if (requests.length === 0) return;
  for (const { family_id, id } of requests) {
    await trx
      .deleteFrom("help_request_receipts")
      .where("family_id", "=", family_id)
      .where("help_request_id", "=", id)
      .where("state", "=", "ACKNOWLEDGED")
      .execute();
  }
  await transition(trx, { requests, to: "ACCEPTED", at: now });
  // A message that says that somebody helps, and has not left yet, is no longer true.
  await stopWaiting(trx, helpMessage)
    .where(
      "subject_id",
      "in",
      requests.map(({ id }) => id),
    )
    .where("about", "in", ["ACKNOWLEDGED", "REMINDED"])
    .execute();
  await wakeWorkers(trx);
}

/** Reopens the requests that this person had acknowledged. */
export async function releaseRequests(db: Db, familyId: number, personId: number, now: Date): Promise<void> {
  const { rows: acknowledged } = await sql<RequestKey>`
    select family_id, id from help_requests
    where family_id = ${familyId} and helper_id = ${personId} and state = 'ACKNOWLEDGED'
    order by id for no key update`.execute(db);
  const requests = acknowledged.map((key) => ({ ...key, actor: null }));
  await restartPlans(db, requests, now);
  await stopWaiting(db, helpMessage)
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();
}

interface Reviewed extends RequestKey {
  readonly actor: number | null;
  readonly state: "REACHED" | "SEEN" | "UNREACHABLE";
}

/** Sets the state of each open, unacknowledged request from the receipts of the people who are still members. */
export async function reviewOpenRequests(db: Db, familyId: number, now: Date): Promise<void> {
  const { rows } = await sql<Reviewed>`
    with helper as (
      select person_id from memberships where family_id = ${familyId} and role <> 'grandparent'
    ), open as (
      select family_id, id, asked_by, state from help_requests
      where family_id = ${familyId} and closed_at is null and state not in ('ACKNOWLEDGED', 'UNREACHABLE')
      order by id for no key update
    )
    select family_id, id, null as actor, 'UNREACHABLE' as state from open
    where not exists (select from helper where person_id <> asked_by)
    union all
    select o.family_id, o.id, latest.person_id, latest.state from open o cross join lateral (
      select t.person_id, t.state from help_request_receipts t join helper h on h.person_id = t.person_id
      where t.family_id = o.family_id and t.help_request_id = o.id and t.state in ('REACHED', 'SEEN')
      order by t.state desc limit 1
    ) latest
    where o.state = 'ACCEPTED' and exists (select from helper where person_id <> o.asked_by)`.execute(db);
  for (const to of ["UNREACHABLE", "REACHED", "SEEN"] as const) {
    await transition(db, { requests: rows.filter(({ state }) => state === to), to, at: now });
  }
}
