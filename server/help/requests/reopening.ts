// Reopens a closed request for the person who asked: by "Not yet", or by "Undo" right after a slip.
import { sql } from "kysely";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Db } from "#server/db/schema.ts";
import { Conflict } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { refuseOthers } from "./asker-actions.ts";
import { wake } from "./delivery/wake.ts";
import { reviewOpenRequests } from "./member-changes.ts";
import { requestOf } from "./requests.ts";

/** The person's own closed request, locked in this transaction. */
interface Ended {
  familyId: number;
  id: number;
  personId: number;
  now: Date;
  /** The person who said "I'll help", if they are still a member. */
  helperId: number | null;
  /** Whether the family has said that it is done. */
  isEndedByOthers: boolean;
  /** Whether the person who asked has said that it is done. */
  isEndedByAsker: boolean;
  /** Whether it was closed so recently that the undo button may still be on the screen. */
  isFresh: boolean;
  isWithinTheHour: boolean;
}

async function findEnded(trx: Db, { familyId, id: personId }: Member, id: number, now: Date) {
  const { rows } = await sql<Omit<Ended, "familyId" | "id" | "personId" | "now">>`
    select (select m.person_id from memberships m
        where m.family_id = r.family_id and m.person_id = r.helper_id and m.role <> 'grandparent') as "helperId",
      exists (select from help_request_receipts t where t.family_id = r.family_id and t.help_request_id = r.id
        and t.state = 'RESOLVED' and t.person_id <> r.asked_by) as "isEndedByOthers",
      own.at is not null as "isEndedByAsker",
      coalesce(own.at > ${now}::timestamptz - interval '5 minutes', false) as "isFresh",
      r.closed_at > ${now}::timestamptz - interval '1 hour' as "isWithinTheHour"
    from help_requests r
    left join help_request_receipts own on own.family_id = r.family_id and own.help_request_id = r.id
      and own.state = r.state and own.person_id = r.asked_by
    where r.family_id = ${familyId} and r.id = ${id} and r.asked_by = ${personId} and r.closed_at is not null
    for no key update of r`.execute(trx);
  return rows[0] && { ...rows[0], familyId, id, personId, now };
}

// What is said of its end, and has not left yet, is no longer true. Whoever has heard it within minutes is asked again
// at once and by the same way; the rest of the family as the plan has it. What happened the first time is over.
async function askAnew(trx: Db, { familyId, id, personId, now }: Ended): Promise<void> {
  await sql`
    with opened as (
      update help_requests set state = 'ACCEPTED', helper_id = null, closed_at = null, next_step = 0,
        next_step_at = ${now},
        plan_began_at = ${now}::timestamptz - case when is_urgent then interval '5 minutes' else interval '0' end
      where family_id = ${familyId} and id = ${id}
      returning id
    ), stopped as (
      update help_deliveries d set state = 'STOPPED', lease_until = null from opened o
      where d.family_id = ${familyId} and d.help_request_id = o.id and d.state = 'WAITING' and d.about <> 'ASKED'
    ), corrected as (
      insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
      select distinct d.family_id, d.help_request_id, d.person_id, d.channel, 'ASKED', ${now}::timestamptz, ${now}::timestamptz
      from opened o
      join help_deliveries d on d.family_id = ${familyId} and d.help_request_id = o.id
      join memberships m on m.family_id = d.family_id and m.person_id = d.person_id and m.role <> 'grandparent'
      where d.about in ('RESOLVED', 'CANCELLED') and d.attempts > 0 and d.state <> 'FAILED'
        and d.created_at > ${now}::timestamptz - interval '5 minutes'
      on conflict do nothing
    ), forgotten as (
      delete from help_request_receipts t using opened o
      where t.family_id = ${familyId} and t.help_request_id = o.id and t.state <> 'ACCEPTED'
    )
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select ${familyId}, id, ${personId}, ${now}, 'ACCEPTED' from opened
    on conflict (family_id, help_request_id, state, person_id) do update set at = excluded.at`.execute(trx);
  await reviewOpenRequests(trx, familyId, now);
}

async function forgetOwnWord(trx: Db, { familyId, id, personId }: Ended): Promise<void> {
  const receipts = trx.deleteFrom("help_request_receipts").where("family_id", "=", familyId);
  await receipts
    .where("help_request_id", "=", id)
    .where("person_id", "=", personId)
    .where("state", "=", "RESOLVED")
    .execute();
}

/** As if nothing had been said: whoever helps goes on. The table of transitions knows it as open in between. */
async function giveBack(trx: Db, ended: Ended, helperId: number): Promise<void> {
  await forgetOwnWord(trx, ended);
  const request = trx
    .updateTable("help_requests")
    .where("family_id", "=", ended.familyId)
    .where("id", "=", ended.id);
  await request.set({ state: "ACCEPTED", closed_at: null }).execute();
  const inAnHour = new Date(ended.now.getTime() + 60 * 60_000);
  await request.set({ state: "ACKNOWLEDGED", helper_id: helperId, next_step_at: inAnHour }).execute();
}

async function undoEnd(trx: Db, ended: Ended): Promise<void> {
  if (!ended.isFresh) return;
  if (ended.isEndedByOthers) await forgetOwnWord(trx, ended);
  else if (ended.helperId !== null) await giveBack(trx, ended, ended.helperId);
  else await askAnew(trx, ended);
}

async function notYet(trx: Db, ended: Ended): Promise<void> {
  if (ended.isEndedByOthers && !ended.isEndedByAsker && ended.isWithinTheHour) await askAnew(trx, ended);
}

/** Does nothing to a request that is not closed, and returns it as it is. */
async function change(
  world: World,
  member: Member,
  id: number,
  open: (trx: Db, ended: Ended) => Promise<void>,
): Promise<HelpRequest> {
  await refuseOthers(world, member, id);
  await world.database.kysely.transaction().execute(async (trx) => {
    const ended = await findEnded(trx, member, id, world.clock.now());
    if (!ended) return;
    await open(trx, ended);
    await publish(trx, member.familyId, "help-requests");
    await sql`select ${sql.raw(wake)}`.execute(trx);
  });
  return requestOf(world.database, member, id);
}

const tooLate = () => new Conflict("This is closed. Please ask again.");

/** "Not yet" works for an hour, unless the person has said themselves that it is done. */
export async function reopen(world: World, member: Member, id: number): Promise<HelpRequest> {
  const request = await change(world, member, id, notYet);
  if (request.state === "RESOLVED" || request.state === "CANCELLED") throw tooLate();
  return request;
}

/** "Undo" of one's own "I'm OK now" or "Yes" restores the state from before. */
export async function undo(world: World, member: Member, id: number): Promise<HelpRequest> {
  const request = await change(world, member, id, undoEnd);
  const isSaid = request.receipts.some(
    ({ state, person }) => state === request.state && person?.id === member.id,
  );
  if ((request.state === "RESOLVED" || request.state === "CANCELLED") && isSaid) throw tooLate();
  return request;
}
