// The messages to each member about a family that is to be deleted, with a link that keeps it.
import { dayMs } from "#contract/durations.ts";
import { operatorName } from "#contract/operator/operator.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { sign, signedNumbers } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";
import { findDeletionsOfMessages, findPeopleToTell } from "../queries.ts";

type DeletionMessage = Awaited<ReturnType<typeof findDeletionsOfMessages>>[number];

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
  const asks = askedBy === operatorName ? "wants to delete" : "asked us to delete";
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
        `${who} ${asks} “${familyName}” on Porchlight.`,
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

export const familyDeletionKind: MessageKind = {
  name: "family-deletion",
  isUrgent: false,
  async prepare(world, messages) {
    const ids = messages.map(({ id }) => id);
    const deletions = await findDeletionsOfMessages(world.database.kysely, ids);
    const found = new Map(deletions.map((deletion) => [deletion.messageId, deletion]));
    return {
      parcels: messages.flatMap((message) => {
        const deletion = found.get(message.id);
        return deletion ? [{ messages: [message] as const, content: () => contentOf(world, deletion) }] : [];
      }),
    };
  },
};

const toldAfterRemovalMs = 30 * dayMs;

/**
 * Notifies every member at each number and address of their account, and those who were removed lately: otherwise an
 * admin could first remove everybody who would keep the family.
 */
export async function enqueueDeletionMessages(trx: Db, familyId: number, now: Date): Promise<void> {
  const removedSince = new Date(now.getTime() - toldAfterRemovalMs);
  const members = await findPeopleToTell(trx, familyId, removedSince);
  const about = { kind: familyDeletionKind, subjectId: familyId, familyId };
  const messages = members.flatMap(({ id: personId, phone_number, email }) => [
    ...(phone_number ? [{ ...about, personId, channel: "sms" } as const] : []),
    ...(email ? [{ ...about, personId, channel: "email" } as const] : []),
  ]);
  await enqueue(trx, messages, now);
}
