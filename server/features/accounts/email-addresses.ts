// A person's own e-mail address. Nothing but the confirmation is sent there until that person opens its link.
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Gone, Invalid, NotFound, TooMany } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { renewAccountAddress } from "#server/platform/messages/channels.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type {
  EmailContent,
  Message,
  MessageContent,
  MessageKind,
} from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed } from "#server/platform/messages/outbox.ts";
import { claimedBy, isSigned, sign } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";
import { confirmationMs, notifyFamilies } from "./accounts.ts";
import { recordChange } from "./proof/account-changes.ts";
import { notifyOldContacts } from "./proof/change-messages.ts";
import {
  endConfirmations,
  findConfirmationForUpdate,
  findCredentials,
  findOpenConfirmations,
  hasSignInBesidesEmail,
  insertConfirmation,
  isTaken,
  updatePerson,
} from "./queries.ts";

type Confirmation = Pick<Row<"email_confirmations">, "id" | "email">;

/** Two limits: per sender and per recipient. */
async function refuseTooMany(world: World, trx: Db, person: Person, email: string): Promise<void> {
  const wait = await takeAllowances(
    world,
    trx,
    { name: "new-emails-of-person", key: person.id },
    { name: "confirmations-to-email", key: email.toLowerCase() },
  );
  if (wait > 0)
    throw new TooMany("That's all the e-mails we can send today. Please try again tomorrow.", wait);
}

/** Stores the confirmation together with its e-mail, which leaves once both are on disk. */
async function begin(world: World, person: Person, email: string): Promise<Message[]> {
  const now = world.clock.now();
  return await world.database.kysely.transaction().execute(async (trx) => {
    await refuseTooMany(world, trx, person, email);
    await endConfirmations(trx, person.id, now);
    const row = { person_id: person.id, email, sent_at: now };
    const subjectId = await insertConfirmation(trx, row);
    const message = { kind: emailConfirmationKind, subjectId, personId: person.id, address: email };
    await publish(trx, { personId: person.id }, "account");
    return await enqueueClaimed(trx, [{ ...message, channel: "email" }], now);
  });
}

type Named = Awaited<ReturnType<typeof findOpenConfirmations>>[number];

function contentOf({ config, secrets }: World, { id, email, person_id, name }: Named): MessageContent {
  const path = `/account/email?to=${sign(secrets, "email", [person_id, id], email)}`;
  const title = "Is this your e-mail address?";
  const content: EmailContent = {
    subject: title,
    before: [
      "Hello.",
      `${name} wants to get e-mails at this address when the family needs help.`,
      "Please open this link on the device where you're signed in. It works for one day.",
    ],
    link: { label: "This is my address", href: config.publicUrl + path },
    after: ["Didn't expect this? You can ignore this e-mail. We won't write to this address again."],
  };
  return { title, text: content.before.join(" "), path, email: content };
}

/** The message is no longer needed once the confirmation has ended. */
export const emailConfirmationKind: MessageKind = {
  name: "email-confirmation",
  isUrgent: false,
  async prepare(world, messages) {
    const open = await findOpenConfirmations(
      world.database.kysely,
      messages.map(({ subject_id }) => Number(subject_id)),
    );
    const byId = new Map(open.map((confirmation) => [confirmation.id, confirmation]));
    return {
      parcels: messages.flatMap((message) => {
        const found = byId.get(Number(message.subject_id));
        return found ? [{ messages: [message] as const, content: () => contentOf(world, found) }] : [];
      }),
    };
  },
};

/** Sends a confirmation e-mail to the new address. The old one stays until its link is pressed. */
export async function requestEmail(world: World, person: Person, email: string): Promise<void> {
  const messages = await begin(world, person, email);
  const [result] = (await dispatchClaimed(world, emailConfirmationKind, messages)).values();
  if (result?.outcome === "accepted") return;
  // Nobody would wait for a retried e-mail, so its confirmation ends, and the message with it.
  await world.database.kysely.transaction().execute(async (trx) => {
    await endConfirmations(trx, person.id, world.clock.now());
    await publish(trx, { personId: person.id }, "account");
  });
  const why =
    result?.outcome === "permanent"
      ? "We can't send e-mail to this address. Please check it."
      : "We couldn't send the e-mail. Please try again in a minute.";
  throw new Invalid(why, { email: why });
}

const expiredMessage = "This link has expired. Please ask for a new e-mail in “Me”.";

async function findOpen(trx: Db, person: Person, id: number, now: Date): Promise<Confirmation> {
  const sentSince = new Date(now.getTime() - confirmationMs);
  const found = await findConfirmationForUpdate(trx, { personId: person.id, id, sentSince });
  if (!found) throw new Gone(expiredMessage);
  return found;
}

async function storeEmail(trx: Db, { id }: Person, email: string | null): Promise<void> {
  await updatePerson(trx, id, { email });
  await renewAccountAddress(trx, id, "email");
}

async function setEmail(trx: Db, person: Person, email: string): Promise<void> {
  if (await isTaken(trx, person.id, { email }))
    throw new Conflict("This e-mail address already has an account.");
  await storeEmail(trx, person, email);
}

/** Only the person who asked for the e-mail can confirm it, signed in. For anybody else its link does nothing. */
export async function confirmEmail(world: World, person: Person, token: string): Promise<void> {
  const { database, clock, secrets } = world;
  const now = clock.now();
  const [personId, id = 0] = claimedBy(token);
  if (personId !== person.id)
    throw new NotFound("This e-mail was for someone else. Please sign in as that person.");
  const change = await database.kysely.transaction().execute(async (trx) => {
    const { email } = await findOpen(trx, person, id, now);
    if (!isSigned(secrets, "email", token, email)) throw new Gone(expiredMessage);
    await endConfirmations(trx, person.id, now);
    const change = await recordChange(world, trx, person, "email");
    await setEmail(trx, person, email);
    await proveContactMethod(trx, { personId: person.id, channel: "email" }, now);
    await recordInOwnFamilies(trx, { personId, at: now }, { kind: "email-changed" });
    await notifyFamilies(trx, person);
    return change;
  });
  await notifyOldContacts(world, change);
}

/**
 * Refuses to remove an address that is the only way to sign in: the person has no proven number, no password, no
 * passkey and no provider.
 */
async function refuseOnlySignIn(trx: Db, { id }: Person): Promise<void> {
  if (await hasSignInBesidesEmail(trx, id)) return;
  throw new Conflict("You sign in with this address. Please set a password or add a passkey first.");
}

export async function removeEmail(world: World, person: Person): Promise<void> {
  const { database, clock } = world;
  const now = clock.now();
  const change = await database.kysely.transaction().execute(async (trx) => {
    await endConfirmations(trx, person.id, now);
    await notifyFamilies(trx, person);
    if ((await findCredentials(trx, person.id)).email === null) return undefined;
    await refuseOnlySignIn(trx, person);
    const change = await recordChange(world, trx, person, "email");
    await storeEmail(trx, person, null);
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, { kind: "email-removed" });
    return change;
  });
  if (change) await notifyOldContacts(world, change);
}
