import { hourMs } from "#contract/durations.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { scamCallPhraseId, scamCategoryId } from "#contract/help/scams.ts";
import { callNumberOf } from "#server/features/families/families.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Forbidden, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";

/** A member, or the holder of a link that was sent to one. */
export type Actor = Pick<Member, "familyId" | "id" | "role">;

/**
 * Reads requests and their receipts. $1 is the family, $2 the only person whose requests may be seen, or null to see all of
 * them. A person who has left the family keeps their name in the history, but has no role or number.
 */
const readRequests = `with family as (
    select a.person_id, m.role, p.username as name,
      json_build_object('id', p.id, 'name', p.username, 'role', a.role,
        'phoneNumber', case when m.role is not null then ${callNumberOf("p")} end) as member
    from participants a join people p on p.id = a.person_id
    left join memberships m on m.family_id = a.family_id and m.person_id = a.person_id
    where a.family_id = $1
  )
  select r.id, r.idempotency_key as "idempotencyKey", r.state, r.is_urgent as "isUrgent", r.phrase,
    case when c.id is not null then json_build_object('name', c.name, 'icon', c.icon) end as category,
    asker.member as "askedBy", ${instant("r.asked_at")} as "askedAt", helper.member as helper,
    (select json_build_object('kind', p.kind, 'dueAt', ${instant("p.due_at")}, 'words', p.words,
        'madeAt', ${instant("p.made_at")}, 'askedAt', ${instant("p.asked_at")})
      from help_promises p
      where p.family_id = $1 and p.help_request_id = r.id and p.ended_at is null) as promise,
    case when handing.person_id is not null then json_build_object('at', ${instant("r.handed_on_at")},
      'person', json_build_object('id', handing.person_id, 'name', handing.name)) end as "handedOn",
    case when r.category_id = ${scamCategoryId} then json_build_object(
      'isCall', coalesce(r.phrase_id = ${scamCallPhraseId}, false),
      'verdicts', (select coalesce(json_agg(json_build_object('verdict', v.verdict, 'at', ${instant("v.at")},
          'person', json_build_object('id', f.person_id, 'name', f.name)) order by v.at, v.id), '[]')
        from help_verdicts v join family f on f.person_id = v.person_id
        where v.family_id = $1 and v.help_request_id = r.id)) end as "scamCheck",
    (select count(*)::integer from family where person_id <> r.asked_by and role <> 'grandparent') as recipients,
    (select json_agg(json_build_object('state', t.state, 'at', ${instant("t.at")}, 'person',
        case when f.person_id is not null then json_build_object('id', f.person_id, 'name', f.name) end
      ) order by t.at, t.id)
      from help_request_receipts t left join family f on f.person_id = t.person_id
      where t.family_id = $1 and t.help_request_id = r.id) as receipts
  from help_requests r
  join family asker on asker.person_id = r.asked_by
  left join family helper on helper.person_id = r.helper_id
  left join family handing on handing.person_id = r.handed_on_by
  left join help_categories c on c.id = r.category_id
  where r.family_id = $1 and ($2::integer is null or r.asked_by = $2)`;

const listRequests = {
  name: "list-help-requests",
  text: `${readRequests} and coalesce(r.closed_at, 'infinity') > $3::timestamptz - interval '1 hour'
    order by r.asked_at desc, r.id desc`,
};

/** When the clock alone takes a request from the list, because it was closed an hour ago. */
export async function findNextRequestGone(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const { closedAt } = await db
    .selectFrom("help_requests")
    .select((select) => select.fn.min<Date | null>("closed_at").as("closedAt"))
    .where("family_id", "=", familyId)
    .where("closed_at", ">", new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return closedAt && new Date(closedAt.getTime() + hourMs);
}

const findRequest = { name: "find-help-request", text: `${readRequests} and r.id = $3` };

/** The only person whose requests this member sees, or null for those of everybody. */
export const visibleTo = (member: Actor): number | null => (member.role === "grandparent" ? member.id : null);

export const currentRequests = (database: Database, member: Member, now: Date): Promise<HelpRequest[]> =>
  database.read(listRequests, [member.familyId, visibleTo(member), now]);

export async function requestOf(database: Database, member: Actor, id: number): Promise<HelpRequest> {
  const [request] = await database.read<HelpRequest>(findRequest, [member.familyId, visibleTo(member), id]);
  if (!request) throw new NotFound();
  return request;
}

export const isOwn = (request: HelpRequest, member: Actor): boolean => request.askedBy.id === member.id;

/** Refuses anybody but the person who asked. */
export async function requireAsker({ database }: World, member: Member, id: number): Promise<void> {
  const request = await requestOf(database, member, id);
  if (!isOwn(request, member)) throw new Forbidden(`Only ${request.askedBy.name} can say this.`);
}

export const isClosed = ({ state }: Pick<HelpRequest, "state">): boolean =>
  state === "RESOLVED" || state === "CANCELLED";
