// The messages about an invitation.
import type { Channel } from "#contract/messages.ts";
import { type InForce, settingsInForce } from "#server/platform/choices/choices.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed, type NewMessage } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import type { Reach } from "./message-allowance.ts";
import { invitationContent, renewalRequestContent } from "./messages.ts";
import { findInvitation, findInvitationsOfMessages, markSent } from "./queries.ts";

type Invitation = Awaited<ReturnType<typeof findInvitationsOfMessages>>[number];

const linkOf = ({ config, secrets }: World, { sealed_code }: Invitation): string =>
  `${config.publicUrl}/invite?code=${secrets.open(sealed_code)}`;

async function prepare(
  world: World,
  messages: readonly Message[],
  isWanted: (invitation: Invitation, now: Date) => boolean,
  contentOf: (invitation: Invitation, settings: InForce) => MessageContent,
) {
  const now = world.clock.now();
  const ids = messages.map(({ id }) => id);
  const rows = await findInvitationsOfMessages(world.database.kysely, ids);
  const settings = await settingsInForce(world.config, world.database.kysely);
  const found = new Map(rows.map((row) => [row.message_id, row]));
  const parcels = messages.flatMap((message) => {
    const invitation = found.get(message.id);
    if (!invitation || !isWanted(invitation, now)) return [];
    return [{ messages: [message] as const, content: () => contentOf(invitation, settings) }];
  });
  return { parcels };
}

const lastDayOf = ({ expires_at, time_zone: timeZone }: Invitation): string =>
  expires_at.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", timeZone });

/** The times that a family sees next to an invitation. */
const sentAt: Partial<Record<Channel, (at: Date) => { emailed_at: Date } | { texted_at: Date }>> = {
  email: (at) => ({ emailed_at: at }),
  sms: (at) => ({ texted_at: at }),
};

export const invitationKind: MessageKind = {
  name: "invitation",
  isUrgent: false,
  prepare: (world, messages) =>
    prepare(
      world,
      messages,
      ({ expires_at }, now) => expires_at > now,
      (invitation, { supportEmail }) =>
        invitationContent({
          name: invitation.name,
          role: invitation.role,
          link: linkOf(world, invitation),
          invitedBy: invitation.other_name,
          familyName: invitation.family_name,
          lastDay: lastDayOf(invitation),
          supportEmail,
        }),
    ),
  async accepted(trx, accepted, now) {
    for (const { message } of accepted) {
      const { subject_id: id, family_id: familyId, channel } = message;
      const sent = sentAt[channel]?.(now);
      if (id === null || familyId === null || !sent) continue;
      await markSent(trx, { familyId, id }, sent);
      await publish(trx, familyId, "invitations");
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
  const key = { familyId: row.family_id, id: row.id };
  return (await findInvitation(world.database.kysely, key)) ?? row;
}
