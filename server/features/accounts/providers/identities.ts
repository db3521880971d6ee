// Finds the person that a provider identifies by issuer and subject, or adds a new one.
import { Username } from "#contract/accounts/sign-in.ts";
import { beginningOf } from "#contract/graphemes.ts";
import { withoutAddresses } from "#contract/text.ts";
import { createFamily } from "#server/features/families/families.ts";
import { invitedRole, pendingInvitation } from "#server/features/invitations/answers.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { ProviderAccount, World } from "#server/platform/world.ts";
import { insertPersonUnlessTaken } from "../queries.ts";
import { refuseUnwelcome } from "../sign-up.ts";
import type { Attempt } from "./attempts.ts";
import { findIdentifiedPerson, insertIdentity, lockIdentity } from "./queries.ts";

const maxRead = 200;

/** Uses the provider's name if it is a valid username. It can be changed in "Me". */
function usernameOf({ name = "", email = "" }: ProviderAccount): string {
  const words = withoutAddresses(beginningOf(name, maxRead)).replace(/\p{Cc}+/gu, " ");
  const line = beginningOf(words, 80).trim();
  const before = email.split("@")[0] ?? "";
  return [line, before].find((candidate) => Username.safeParse(candidate).success) ?? "Family member";
}

/** The e-mail address may belong to another account. Then the person is added without one. */
async function addPerson(db: Db, username: string, email: string | null, now: Date): Promise<number> {
  const added = await insertPersonUnlessTaken(db, { username, email, created_at: now, named_at: now });
  return added?.id ?? addPerson(db, username, null, now);
}

async function addIdentity(db: Db, account: ProviderAccount, username: string, now: Date): Promise<number> {
  const { issuer, subject, email = null } = account;
  const personId = await addPerson(db, username, email, now);
  await insertIdentity(db, { issuer, subject, person_id: personId, created_at: now });
  return personId;
}

/**
 * Nobody joins a family here, because any link can start a sign-in. The invite page asks afterwards. A new person whose
 * invitation is closed by now starts a family, like one without an invitation.
 */
export async function findOrAddPerson(
  { database, config, clock }: World,
  account: ProviderAccount,
  { inviteCode, timeZone }: Omit<Attempt, "provider">,
): Promise<number> {
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    await lockIdentity(trx, account);
    const known = await findIdentifiedPerson(trx, account);
    if (known !== undefined) return known;
    await refuseUnwelcome(config, trx, inviteCode, now);
    const isInvited = inviteCode && (await pendingInvitation(trx, inviteCode, now));
    const username = usernameOf(account);
    const id = await addIdentity(trx, account, username, now);
    if (!isInvited) {
      const isGrandparent = inviteCode && (await invitedRole(trx, inviteCode)) === "grandparent";
      const role = isGrandparent ? "grandparent" : "admin";
      await createFamily(trx, config, { id, username, role, phoneNumber: null }, timeZone, now);
    }
    return id;
  });
}
