// The messages to each member about a family that is to be deleted, with a link that keeps it.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Role } from "#contract/families.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { sign, signedNumbers } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";

interface DeletionMessage {
  messageId: number;
  familyId: number;
  personId: number;
  role: Role;
  isMember: boolean;
  familyName: string;
  /** Null if the person who asked has deleted their account. */
  askedBy: string | null;
  isOwnRequest: boolean;
  requestedAt: Date;
  dueAt: Date;
  timeZone: string;
}

/** The link belongs to one person who was told of one request, and ends with that request. */
const tokenFor = ({ secrets }: World, { familyId, personId, requestedAt }: DeletionMessage): string =>
  sign(secrets, "family-deletion", [familyId, personId, requestedAt.getTime()]);

/** Returns what a link is for, or nothing if this server did not sign it. */
export function signedClaim({ secrets }: World, token: string) {
  const [familyId, personId, requestedAt] = signedNumbers(secrets, "family-deletion", token);
  if (familyId === undefined || personId === undefined || requestedAt === undefined) return undefined;
  return { familyId, personId, requestedAt: new Date(requestedAt) };
}

// In JavaScript, because a zone that PostgreSQL doesn't know would fail the statement for all families.
const lastDayOf = ({ dueAt, timeZone }: DeletionMessage): string =>
  dueAt.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", timeZone });

/** Grandparents first need to know that help still comes. */
function sentencesFor(deletion: DeletionMessage): [string, string] {
  const { role, isMember, familyName, askedBy, isOwnRequest } = deletion;
  const lastDay = lastDayOf(deletion);
  const who = isOwnRequest ? "You" : (askedBy ?? "Someone");
  if (!isMember)
    return [
      `Someone asked us to delete “${familyName}” on Porchlight, which you were in until recently.`,
      `On ${lastDay} everything in it will be deleted for good.`,
    ];
  return role === "grandparent" && !isOwnRequest
    ? [
        `“${familyName}” on Porchlight closes on ${lastDay}. ${who} asked for it.`,
        "Until then everything works, and you can ask for help as always.",
      ]
    : [
        `${who} asked us to delete “${familyName}” on Porchlight.`,
        `On ${lastDay} everything in it will be deleted for good. Until then everything works, and help still comes.`,
      ];
}

function contentOf(world: World, deletion: DeletionMessage): MessageContent {
  const title = "Your family on Porchlight will be deleted";
  const href = `${world.config.publicUrl}/family/keep?to=${tokenFor(world, deletion)}`;
  const [first, second] = sentencesFor(deletion);
  return {
    title,
    path: "/",
    text: first,
    sms: `${first} ${second} Want to keep it? ${href}`,
    email: {
      subject: title,
      before: ["Hello.", first, second, "Want to keep it? You can until then."],
      link: { label: "Keep the family", href },
      after: ["Your own account stays. You can ignore this e-mail if you agree."],
    },
  };
}

/** Leaves out families that are kept. People who have been removed since the request are told, too. */
async function findDeletionMessages(
  { database }: World,
  ids: readonly number[],
): Promise<Map<number, DeletionMessage>> {
  const { rows } = await sql<DeletionMessage>`
    select m.id as "messageId", d.family_id as "familyId", m.person_id as "personId", b.role,
      exists (
        select from memberships s where s.family_id = b.family_id and s.person_id = b.person_id
      ) as "isMember",
      f.name as "familyName", p.username as "askedBy", d.requested_by is not distinct from m.person_id as "isOwnRequest",
      d.requested_at as "requestedAt", d.due_at as "dueAt", f.time_zone as "timeZone"
    from messages m
    join family_deletions d on d.family_id = m.family_id and d.due_at is not null
    join families f on f.id = d.family_id
    join participants b on b.family_id = d.family_id and b.person_id = m.person_id
    left join people p on p.id = d.requested_by
    where m.id = any (${ids}::bigint[])`.execute(database.kysely);
  return new Map(rows.map((row) => [row.messageId, row]));
}

export const familyDeletionKind: MessageKind = {
  name: "family-deletion",
  isUrgent: false,
  async prepare(world, messages) {
    const found = await findDeletionMessages(
      world,
      messages.map(({ id }) => id),
    );
    return {
      parcels: messages.flatMap((message) => {
        const deletion = found.get(message.id);
        return deletion ? [{ messages: [message] as const, content: () => contentOf(world, deletion) }] : [];
      }),
    };
  },
};

const daysAfterRemoval = 30;

/**
 * Notifies every member at each number and address of their account, and those who were removed lately: otherwise an
 * admin could first remove everybody who would keep the family.
 */
export async function enqueueDeletionMessages(trx: Db, familyId: number, now: Date): Promise<void> {
  const members = await trx
    .selectFrom("participants as a")
    .innerJoin("people as p", "p.id", "a.person_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "a.family_id").onRef("m.person_id", "=", "a.person_id"),
    )
    .select(["p.id", "p.phone_number", "p.email"])
    .where("a.family_id", "=", familyId)
    .where(({ or, eb }) =>
      or([
        eb("m.person_id", "is not", null),
        eb("a.removed_at", ">", new Date(now.getTime() - daysAfterRemoval * dayMs)),
      ]),
    )
    .execute();
  const about = { kind: familyDeletionKind, subjectId: familyId, familyId };
  const messages = members.flatMap(({ id: personId, phone_number, email }) => [
    ...(phone_number ? [{ ...about, personId, channel: "sms" } as const] : []),
    ...(email ? [{ ...about, personId, channel: "email" } as const] : []),
  ]);
  await enqueue(trx, messages, now);
}
