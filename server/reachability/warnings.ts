// E-mails to the admins of a family in which nobody can be reached, before it needs help.
import { sql } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Db } from "#server/db/schema.ts";
import type { EmailContent, Message, MessageContent, MessageKind } from "#server/messages/message-kind.ts";
import { enqueue } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";

const warning = { name: "reachability-warning", isUrgent: false } as const;

/** Warns each admin, in the transaction that finds it out. */
export async function warnAdmins(
  trx: Db,
  familyId: number,
  state: ReachabilityState,
  now: Date,
): Promise<void> {
  const admins = await trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("role", "=", "admin")
    .execute();
  const message = { kind: warning, about: state, familyId, channel: "email" } as const;
  await enqueue(
    trx,
    admins.map(({ person_id }) => ({ ...message, personId: person_id })),
    now,
  );
}

interface Warned {
  message_id: number;
  family_id: number;
  family: string;
  name: string;
}

/** A warning is wanted as long as the family is in the state that it is about, and its recipient is an admin there. */
async function wantedWarnings({ database }: World, messages: readonly Message[]): Promise<Warned[]> {
  const { rows } = await sql<Warned>`
    select m.id as message_id, m.family_id, f.name as family, p.username as name
    from messages m
    join family_reachability r on r.family_id = m.family_id and r.state = m.about
    join memberships s on s.family_id = m.family_id and s.person_id = m.person_id and s.role = 'admin'
    join families f on f.id = m.family_id
    join people p on p.id = m.person_id
    where m.id = any (${messages.map(({ id }) => id)}::bigint[])`.execute(database.kysely);
  return rows;
}

const titleOf = (state: string, family: string): string =>
  state === "unproven"
    ? `Nobody in ${family} has answered our tests for two weeks`
    : `Our messages aren't reaching anyone in ${family}`;

const path = "/admin/family";

function contentOf({ publicUrl }: World["config"], state: string, { family, name }: Warned): MessageContent {
  const title = titleOf(state, family);
  const email: EmailContent = {
    subject: title,
    before: [
      `Hello ${name}.`,
      `${title}.`,
      "If someone in your family asks for help now, it's possible that nobody will know.",
      "Please check who can be reached, and turn on messages on at least one phone.",
    ],
    link: { label: "See who can be reached", href: publicUrl + path },
    after: ["We only send this once. Porchlight always shows who can be reached."],
  };
  return { title, text: email.before.join(" "), path, email };
}

export const warningKind: MessageKind = {
  ...warning,
  async prepare(world, messages) {
    const wanted = new Map((await wantedWarnings(world, messages)).map((row) => [row.message_id, row]));
    return {
      parcels: messages.flatMap((message) => {
        const warned = wanted.get(message.id);
        return warned
          ? [{ messages: [message], content: () => contentOf(world.config, message.about, warned) }]
          : [];
      }),
    };
  },
};
