// The messages to each member about the new address of a family that has moved to this cell.
import { makeSignInPagePath } from "#server/features/accounts/return-tokens.ts";
import { short } from "#server/features/invitations/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { leadsOnUntil } from "./moved-families.ts";
import { findAddressesOfMembers, findRecipientsOfMoves } from "./queries.ts";

type Recipient = Awaited<ReturnType<typeof findRecipientsOfMoves>>[number];

const rule = "The link signs you in once, within a week.";

/** Grandparents first need to know what to do, and that nothing else has changed. */
function wordsFor({ role, familyName }: Recipient, newHost: string, oldHost: string, lastDay: string) {
  return role === "grandparent"
    ? {
        first: "Your family's page on Porchlight has a new address. Please open it with this link.",
        second: `Everything is still there, and help comes as always. Your old page works until ${lastDay}.`,
      }
    : {
        first: `“${short(familyName)}” on Porchlight has a new address: ${newHost}. Please open it from now on.`,
        second: `${oldHost} works until ${lastDay}.`,
      };
}

async function contentOf(world: World, message: Message, recipient: Recipient): Promise<MessageContent> {
  const { publicUrl } = world.config;
  const path = await makeSignInPagePath(world, recipient.personId, "device");
  const href = publicUrl + path;
  const lastDay = leadsOnUntil(message.created_at).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    timeZone: recipient.timeZone,
  });
  const { first, second } = wordsFor(recipient, new URL(publicUrl).host, message.about, lastDay);
  const title = "Your family's page has a new address";
  return {
    title,
    path,
    text: first,
    sms: `${first} ${second} ${href} ${rule}`,
    email: {
      subject: title,
      before: ["Hello.", first, second],
      link: { label: "Open the new page", href },
      after: [rule, `You can remove the old page (${message.about}) from your home screen afterwards.`],
    },
  };
}

export const movedKind: MessageKind = {
  name: "family-moved",
  isUrgent: false,
  async prepare(world, messages) {
    const ids = messages.map(({ id }) => id);
    const recipients = await findRecipientsOfMoves(world.database.kysely, ids);
    const found = new Map(recipients.map((recipient) => [recipient.messageId, recipient]));
    return {
      parcels: messages.flatMap((message) => {
        const recipient = found.get(message.id);
        return recipient
          ? [{ messages: [message] as const, content: () => contentOf(world, message, recipient) }]
          : [];
      }),
    };
  },
};

/** Tells every member at each number and address of their account. `from` is the host of the old cell. */
export async function enqueueMovedMessages(
  trx: Db,
  { familyId, from }: { familyId: number; from: string },
  at: Date,
): Promise<void> {
  const members = await findAddressesOfMembers(trx, familyId);
  const move = { kind: movedKind, about: from, subjectId: familyId, familyId };
  const messages = members.flatMap(({ id: personId, phone_number, email }) => [
    ...(phone_number ? [{ ...move, personId, channel: "sms" } as const] : []),
    ...(email ? [{ ...move, personId, channel: "email" } as const] : []),
  ]);
  await enqueue(trx, messages, at);
}
