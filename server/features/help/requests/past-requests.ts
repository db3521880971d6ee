import type * as z from "zod/mini";
import { dayMs } from "#contract/durations.ts";
import type { HelpFigures, PastRequest, PastRequests } from "#contract/help/past-requests.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { visibleTo } from "./requests.ts";

const pageSize = 20;
const aMonth = 30 * dayMs;

// The first answer of another person: "I'll help", or "Done" straight away.
const withAnswer = `left join lateral (
    select t.state, t.person_id, t.at from help_request_receipts t
    where t.family_id = r.family_id and t.help_request_id = r.id
      and t.state in ('ACKNOWLEDGED', 'RESOLVED') and t.person_id <> r.asked_by
    order by t.at, t.id limit 1
  ) answer on true`;

const withEnd = `left join lateral (
    select t.state, t.person_id, t.at from help_request_receipts t
    where t.family_id = r.family_id and t.help_request_id = r.id and t.state in ('RESOLVED', 'CANCELLED')
    order by t.at, t.id limit 1
  ) "end" on true`;

// This joins people and not memberships, so that people who have left are still named.
const someone = (id: string): string =>
  `(select json_build_object('id', p.id, 'name', p.username) from people p where p.id = ${id})`;

const receipt = (from: string): string => `case when ${from}.state is not null then json_build_object(
    'state', ${from}.state, 'at', ${instant(`${from}.at`)}, 'person', ${someone(`${from}.person_id`)}
  ) end`;

const listPast = {
  name: "list-past-help-requests",
  text: `select r.id, r.idempotency_key as "idempotencyKey", r.phrase, c.name as "categoryName", ${someone("r.asked_by")} as "askedBy",
    ${instant("r.asked_at")} as "askedAt", ${receipt("answer")} as answer, ${receipt('"end"')} as "end",
    exists (select from help_replies p where p.family_id = r.family_id and p.help_request_id = r.id) as "hasReplies"
  from help_requests r
  left join help_categories c on c.id = r.category_id
  ${withAnswer}
  ${withEnd}
  where r.family_id = $1 and ($2::bigint is null or r.id < $2) and ($3::integer is null or r.asked_by = $3)
  order by r.id desc limit ${pageSize + 1}`,
};

/** Lists the newest requests first. `before` is the last one that the caller already has. */
export async function pastRequests(
  database: Database,
  member: Member,
  before: number | undefined,
): Promise<z.output<typeof PastRequests>> {
  const values = [member.familyId, before ?? null, visibleTo(member)];
  const found = await database.read<PastRequest>(listPast, values);
  return { requests: found.slice(0, pageSize), hasOlder: found.length > pageSize };
}

// An unanswered request counts as infinitely slow, so that the median never describes less than half of the requests.
const countAll = {
  name: "count-help-requests",
  text: `select count(*)::integer as asked, count(seconds)::integer as answered,
    nullif(percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')), 'infinity') as "halfWithin"
  from (
    select ceil(extract(epoch from answer.at - r.asked_at))::float as seconds
    from help_requests r ${withAnswer}
    where r.family_id = $1 and r.asked_at > $2
  ) as times`,
};

const none = { asked: 0, answered: 0, halfWithin: null };

export async function figures({ database, clock }: World, { familyId }: Member): Promise<HelpFigures> {
  const since = new Date(clock.now().getTime() - aMonth);
  const [counted] = await database.read<HelpFigures>(countAll, [familyId, since]);
  return counted ?? none;
}
