// The messages about a change of an account, to the number and the address that it had before.
import type { changeKinds } from "#contract/accounts/changes.ts";
import { operatorName } from "#contract/operator/operator.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed } from "#server/platform/messages/outbox.ts";
import { sign } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";
import { findStandingChanges } from "./queries.ts";

type Kind = (typeof changeKinds)[number];
type Change = Row<"account_changes">;

export const undoDays = 7;

interface KindWords {
  subject: string;
  text: string;
  email: string;
  /** Comes before the link that undoes it. */
  question?: string;
  undo?: string;
  /** Comes last in the e-mail. */
  allGood?: string;
}

const changed = (what: string): KindWords => ({
  subject: `Your ${what} was changed`,
  text: `Your Porchlight ${what} was changed.`,
  email: `The ${what} of your Porchlight account was just changed.`,
});

const words: Record<Kind, KindWords> = {
  "phone-number": changed("phone number"),
  email: changed("e-mail address"),
  password: changed("password"),
  passkey: {
    subject: "A passkey was added to your account",
    text: "A passkey was added to your Porchlight account.",
    email: "A passkey, which is a way to sign in, was just added to your Porchlight account.",
  },
  deletion: {
    subject: "Your account will be deleted",
    text: `Your Porchlight account will be deleted in ${undoDays} days, as you asked.`,
    email: `Your Porchlight account and everything in it will be deleted in ${undoDays} days, as you asked.`,
    question: "Want to keep it?",
    undo: "Keep my account",
  },
  "sign-in": {
    subject: "You were signed in on another device",
    text: "Someone from your family signed you in to Porchlight on another device.",
    email: "Someone from your family just signed you in to Porchlight on another device, with a code.",
    question: "Didn't expect that?",
    undo: "Sign everyone out",
    allGood: "Did you expect it? You can ignore this e-mail.",
  },
};

/** An account that the operator removes. */
const removal: KindWords = {
  ...words.deletion,
  text: `${operatorName} will delete your Porchlight account in ${undoDays} days.`,
  email: `${operatorName} will delete your Porchlight account and everything in it in ${undoDays} days.`,
};

const wordsFor = ({ kind, session_id }: Change): KindWords =>
  kind === "deletion" && session_id === null ? removal : words[kind];

const linkTo = ({ config, secrets }: World, { id, person_id, changed_at }: Change): string => {
  const token = sign(secrets, "account-undo", [person_id, id], changed_at.toISOString());
  return `${config.publicUrl}/account/undo?to=${token}`;
};

function contentOf(world: World, change: Change): MessageContent {
  const { subject, text, email, ...rest } = wordsFor(change);
  const { question = "Wasn't you?", undo = "Undo this change" } = rest;
  const { allGood = "Was it you? You can ignore this e-mail." } = rest;
  const href = linkTo(world, change);
  return {
    title: subject,
    path: "/",
    text,
    sms: `${text} ${question} Undo it within ${undoDays} days: ${href}`,
    email: {
      subject,
      before: [
        "Hello.",
        email,
        `${question} Undo it here within ${undoDays} days. That also signs everyone out of your account.`,
      ],
      link: { label: undo, href },
      after: [allGood],
    },
  };
}

export const accountChangeKind: MessageKind = {
  name: "account-change",
  isUrgent: false,
  async prepare(world, messages) {
    const changes = await findStandingChanges(
      world.database.kysely,
      messages.map(({ subject_id }) => Number(subject_id)),
    );
    const byId = new Map(changes.map((change) => [change.id, change]));
    return {
      parcels: messages.flatMap((message) => {
        const change = byId.get(Number(message.subject_id));
        return change ? [{ messages: [message] as const, content: () => contentOf(world, change) }] : [];
      }),
    };
  },
};

/** Enqueues messages about the change to the phone number and the address that the account had before. */
export function enqueueChangeMessages(
  trx: Db,
  { id, person_id, phone_number, email }: Change,
  now: Date,
): Promise<Message[]> {
  const message = { kind: accountChangeKind, subjectId: id, personId: person_id };
  const messages = [
    ...(phone_number ? [{ ...message, channel: "sms", address: phone_number } as const] : []),
    ...(email ? [{ ...message, channel: "email", address: email } as const] : []),
  ];
  return enqueueClaimed(trx, messages, now);
}

/** Notifies the old number and address of a stored change. A message that cannot leave now is tried again later. */
export async function notifyOldContacts(
  world: World,
  { messages }: { messages: readonly Message[] },
): Promise<void> {
  await dispatchClaimed(world, accountChangeKind, messages);
}
