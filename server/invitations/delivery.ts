// How what is written about an invitation leaves the house.
import type { Db, Row } from "#server/db/schema.ts";
import type { Member } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import type { Reach } from "./message-allowance.ts";
import { invitationMessage, type Message } from "./messages.ts";

export const linkOf = ({ publicUrl }: World["config"], inviteCode: string): string =>
  `${publicUrl}/invite?code=${inviteCode}`;

interface Left {
  emailedAt: Date | null;
  textedAt: Date | null;
}

/** Sends it by each permitted way, and answers when it left by which. A provider's failure is nobody else's. */
export async function send(
  { senders, clock, log }: World,
  { email, phoneNumber }: Reach,
  message: Message,
): Promise<Left> {
  const tried = async (channel: "email" | "sms", sent: Promise<unknown>) =>
    sent.then(
      () => clock.now(),
      (error: unknown) => {
        log.error({ err: error, channel }, "a message about an invitation was not sent");
        return null;
      },
    );
  const [emailedAt, textedAt] = await Promise.all([
    email && tried("email", senders.email({ ...message.email, to: email })),
    phoneNumber && tried("sms", senders.sms({ to: phoneNumber, text: message.sms })),
  ]);
  return { emailedAt: emailedAt || null, textedAt: textedAt || null };
}

export interface Kept {
  row: Row<"invitations">;
  /** The ways by which it may leave. */
  reach: Reach;
}

export const familyOf = (db: Db, id: number) =>
  db
    .selectFrom("families")
    .select(["name", "time_zone", "country"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function wordsFor({ database, secrets, config }: World, member: Member, row: Row<"invitations">) {
  const family = await familyOf(database.kysely, row.family_id);
  const day = { weekday: "long", month: "long", day: "numeric", timeZone: family.time_zone } as const;
  return invitationMessage({
    ...{ name: row.name, role: row.role, invitedBy: member.name, familyName: family.name },
    link: linkOf(config, secrets.open(row.sealed_code)),
    lastDay: row.expires_at.toLocaleDateString("en-US", day),
  });
}

/** Sends what is on disk by now, and tells by which ways it left. */
export async function deliver(
  world: World,
  member: Member,
  { row, reach }: Kept,
): Promise<Row<"invitations">> {
  const { emailedAt, textedAt } = await send(world, reach, await wordsFor(world, member, row));
  const left = { emailed_at: emailedAt, texted_at: textedAt };
  await world.database.kysely.transaction().execute(async (trx) => {
    const invitation = trx.updateTable("invitations").set(left).where("family_id", "=", row.family_id);
    await invitation.where("id", "=", row.id).execute();
    await publish(trx, row.family_id, "invitations");
  });
  return { ...row, ...left };
}
