// A person's own e-mail address. Nothing but the confirmation is sent there until that person opens its link.
import { sql } from "kysely";
import { recordInOwnFamilies } from "#server/activity/activity.ts";
import { takeAllowances } from "#server/allowances/allowances.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { Conflict, Gone, Invalid, NotFound, TooMany } from "#server/errors.ts";
import type { Person } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import { type EmailContent, renderEmail } from "#server/messages/email/content.ts";
import { claimedBy, isSigned, sign } from "#server/messages/signed-links.ts";
import { Undelivered } from "#server/messages/undelivered.ts";
import type { World } from "#server/world.ts";
import { notifyFamilies } from "./accounts.ts";
import { recordChange, tellOldContacts } from "./proof/account-changes.ts";

type Confirmation = Pick<Row<"email_confirmations">, "id" | "email">;

const aDay = 24 * 60 * 60;

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

const endOthers = (db: Db, person: Person, now: Date) =>
  db
    .updateTable("email_confirmations")
    .set({ ended_at: now })
    .where("person_id", "=", person.id)
    .where("ended_at", "is", null)
    .execute();

async function startConfirmation(world: World, person: Person, email: string): Promise<Confirmation> {
  const now = world.clock.now();
  return await world.database.kysely.transaction().execute(async (trx) => {
    await refuseTooMany(world, trx, person, email);
    await trx
      .deleteFrom("email_confirmations")
      .where("sent_at", "<", new Date(now.getTime() - 2 * aDay * 1000))
      .execute();
    await endOthers(trx, person, now);
    const row = { person_id: person.id, email, sent_at: now };
    const added = trx.insertInto("email_confirmations").values(row).returning(["id", "email"]);
    await publish(trx, { personId: person.id }, "account");
    return await added.executeTakeFirstOrThrow();
  });
}

function emailFor({ config, secrets }: World, person: Person, { id, email }: Confirmation): EmailContent {
  const token = sign(secrets, "email", [person.id, id], email);
  return {
    subject: "Is this your e-mail address?",
    before: [
      "Hello.",
      `${person.name} wants to get e-mails at this address when the family needs help.`,
      "Please open this link on the device where you're signed in. It works for one day.",
    ],
    link: { label: "This is my address", href: `${config.publicUrl}/account/email?to=${token}` },
    after: ["Wasn't you? You can ignore this e-mail. We won't write to this address again."],
  };
}

/** Sends a confirmation e-mail to the new address. The old address stays until the link is opened. */
export async function requestEmail(world: World, person: Person, email: string): Promise<void> {
  const confirmation = await startConfirmation(world, person, email);
  try {
    await world.senders.email({ to: email, ...renderEmail(emailFor(world, person, confirmation)) });
  } catch (error) {
    await world.database.kysely.transaction().execute(async (trx) => {
      await endOthers(trx, person, world.clock.now());
      await publish(trx, { personId: person.id }, "account");
    });
    const isPermanent = error instanceof Undelivered && error.kind === "permanent";
    const why = isPermanent
      ? "We can't send e-mail to this address. Please check it."
      : "We couldn't send the e-mail. Please try again in a minute.";
    throw new Invalid(why, { email: why });
  }
}

const expiredMessage = "This link has expired. Please ask for a new e-mail in “Me”.";

async function findOpen(trx: Db, person: Person, id: number, now: Date): Promise<Confirmation> {
  const found = await trx
    .selectFrom("email_confirmations")
    .select(["id", "email"])
    .where("person_id", "=", person.id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("sent_at", ">", new Date(now.getTime() - aDay * 1000))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Gone(expiredMessage);
  return found;
}

async function setEmail(trx: Db, person: Person, email: string): Promise<void> {
  const owner = await trx
    .selectFrom("people")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("id", "<>", person.id)
    .executeTakeFirst();
  if (owner) throw new Conflict("This e-mail address already has an account.");
  await trx.updateTable("people").set({ email }).where("id", "=", person.id).execute();
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
    await endOthers(trx, person, now);
    const change = await recordChange(world, trx, person, "email");
    await setEmail(trx, person, email);
    await proveContactMethod(trx, { personId: person.id, channel: "email" }, now);
    await recordInOwnFamilies(trx, { personId, at: now }, { kind: "email-changed" });
    await notifyFamilies(trx, person);
    return change;
  });
  await tellOldContacts(world, change);
}

export async function removeEmail(world: World, person: Person): Promise<void> {
  const { database, clock } = world;
  const now = clock.now();
  const change = await database.kysely.transaction().execute(async (trx) => {
    await endOthers(trx, person, now);
    const hasEmail = trx
      .selectFrom("people")
      .select("id")
      .where("id", "=", person.id)
      .where("email", "is not", null);
    await notifyFamilies(trx, person);
    if (!(await hasEmail.executeTakeFirst())) return undefined;
    const change = await recordChange(world, trx, person, "email");
    await trx.updateTable("people").set({ email: null }).where("id", "=", person.id).execute();
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, { kind: "email-removed" });
    return change;
  });
  if (change) await tellOldContacts(world, change);
}
