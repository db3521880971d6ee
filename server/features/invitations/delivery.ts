// The messages about an invitation.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed, type NewMessage } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import type { Reach } from "./message-allowance.ts";
import { invitationContent, renewalRequestContent } from "./messages.ts";

export const familyOf = (db: Db, id: number) =>
  db
    .selectFrom("families")
    .select(["name", "time_zone", "country"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

type Invitation = Row<"invitations"> & { family_name: string; time_zone: string; other_name: string };

const linkOf = ({ config, secrets }: World, { sealed_code }: Invitation): string =>
  `${config.publicUrl}/invite?code=${secrets.open(sealed_code)}`;

/** `about` names the person who sends an invitation; a request for a renewal goes to the person who can renew it. */
async function invitationsWith({ database }: World, messages: readonly Message[]) {
  const { rows } = await sql<Invitation & { message_id: number }>`
    select i.*, m.id as message_id, f.name as family_name, f.time_zone, p.username as other_name
    from messages m
    join invitations i on i.id = m.subject_id and i.status = 'pending'
    join families f on f.id = i.family_id
    join people p on p.id = coalesce(m.person_id, m.about::integer)
    where m.id = any (${messages.map(({ id }) => id)}::bigint[])`.execute(database.kysely);
  return new Map(rows.map((row) => [row.message_id, row]));
}

async function prepare(
  world: World,
  messages: readonly Message[],
  isWanted: (invitation: Invitation, now: Date) => boolean,
  contentOf: (invitation: Invitation) => MessageContent,
) {
  const now = world.clock.now();
  const found = await invitationsWith(world, messages);
  const parcels = messages.flatMap((message) => {
    const invitation = found.get(message.id);
    if (!invitation || !isWanted(invitation, now)) return [];
    return [{ messages: [message] as const, content: () => contentOf(invitation) }];
  });
  return { parcels };
}

const lastDayOf = ({ expires_at, time_zone: timeZone }: Invitation): string =>
  expires_at.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", timeZone });

/** The times that a family sees next to an invitation. */
const sentColumns: Partial<Record<Channel, "emailed_at" | "texted_at">> = {
  email: "emailed_at",
  sms: "texted_at",
};

export const invitationKind: MessageKind = {
  name: "invitation",
  isUrgent: false,
  prepare: (world, messages) =>
    prepare(
      world,
      messages,
      ({ expires_at }, now) => expires_at > now,
      (invitation) =>
        invitationContent({
          name: invitation.name,
          role: invitation.role,
          link: linkOf(world, invitation),
          invitedBy: invitation.other_name,
          familyName: invitation.family_name,
          lastDay: lastDayOf(invitation),
        }),
    ),
  async accepted(trx, accepted, now) {
    for (const { message } of accepted) {
      const { subject_id, family_id, channel } = message;
      const column = sentColumns[channel];
      if (subject_id === null || family_id === null || !column) continue;
      await trx
        .updateTable("invitations")
        .set({ [column]: now })
        .where("family_id", "=", family_id)
        .where("id", "=", subject_id)
        .execute();
      await publish(trx, family_id, "invitations");
    }
  },
};

export const renewalRequestKind: MessageKind = {
  name: "invitation-renewal-request",
  isUrgent: false,
  prepare: (world, messages) =>
    prepare(
      world,
      messages,
      ({ expires_at }, now) => expires_at <= now,
      (invitation) =>
        renewalRequestContent({
          name: invitation.name,
          renewedBy: invitation.other_name,
          familyName: invitation.family_name,
          link: linkOf(world, invitation),
        }),
    ),
};

const byEach = ({ email, phoneNumber }: Reach): Pick<NewMessage, "channel" | "address">[] => [
  ...(email ? [{ channel: "email", address: email } as const] : []),
  ...(phoneNumber ? [{ channel: "sms", address: phoneNumber } as const] : []),
];

/** A stored invitation with its messages, which leave once it is on disk. */
export interface Stored {
  row: Row<"invitations">;
  messages: readonly Message[];
}

/** Adds an invitation's messages in its transaction, one for each permitted channel. */
export function enqueueInvitation(
  trx: Db,
  member: Member,
  { id, family_id }: Row<"invitations">,
  reach: Reach,
  now: Date,
): Promise<Message[]> {
  const about = { kind: invitationKind, about: String(member.id), subjectId: id, familyId: family_id };
  return enqueueClaimed(
    trx,
    byEach(reach).map((channel) => ({ ...about, ...channel, personId: null })),
    now,
  );
}

export function enqueueRenewalRequest(
  trx: Db,
  personId: number,
  { id, family_id }: Pick<Row<"invitations">, "id" | "family_id">,
  reach: Reach,
  now: Date,
): Promise<Message[]> {
  const about = { kind: renewalRequestKind, subjectId: id, familyId: family_id, personId };
  return enqueueClaimed(
    trx,
    byEach(reach).map((channel) => ({ ...about, ...channel })),
    now,
  );
}

/** Sends an invitation, and returns it with the channels over which it has left. The rest is tried again later. */
export async function deliver(world: World, { row, messages }: Stored): Promise<Row<"invitations">> {
  await dispatchClaimed(world, invitationKind, messages);
  const stored = world.database.kysely.selectFrom("invitations").selectAll();
  const found = stored.where("family_id", "=", row.family_id).where("id", "=", row.id);
  return (await found.executeTakeFirst()) ?? row;
}
