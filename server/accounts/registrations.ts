import type * as z from "zod/mini";
import type { Registration, register as registerEndpoint } from "#contract/accounts/sign-in.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Db, NewRow } from "#server/db/schema.ts";
import { Invalid } from "#server/errors.ts";
import { createFamily } from "#server/families/families.ts";
import { knownTimeZone } from "#server/families/time-zones.ts";
import { pendingInvitation } from "#server/invitations/answers.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import type { World } from "#server/world.ts";
import { addressFor, alreadyTaken, channelFor, toPhoneNumber } from "./code-addresses.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { startSession } from "./sessions.ts";
import { type Claim, spendProof } from "./verifications.ts";

type NewAccount = z.output<typeof Registration>;
type Registered = Answer<typeof registerEndpoint>;

interface Browser {
  browser: string | undefined;
  userAgent: string | undefined;
}

const wrongRole = (message: string) => new Invalid(message, { role: message });

/** An invitation fixes the role. Without one, a person starts a family, which a "Family member" cannot. */
async function checkRole(db: Db, { role, inviteCode }: NewAccount, now: Date): Promise<void> {
  if (inviteCode) {
    const invited = await pendingInvitation(db, inviteCode, now);
    if (invited.role !== role) throw wrongRole("This invitation is for a different role.");
  } else if (role === "child") throw wrongRole("Family members join by invitation.");
}

async function addPerson(db: Db, person: NewRow<"people">, claim: Claim): Promise<number> {
  const added = await db
    .insertInto("people")
    .values({ ...person, [claim.kind]: claim.address })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw alreadyTaken(claim);
  return added.id;
}

async function personOf(world: World, registration: NewAccount): Promise<NewRow<"people">> {
  const now = world.clock.now();
  return {
    username: registration.username,
    grandparent_names: registration.grandparentNames || null,
    call_number: registration.callNumber ? toPhoneNumber(registration.callNumber) : null,
    password_hash: await hashPassword(registration.password),
    ...{ created_at: now, named_at: now },
  };
}

/** Adds an account for the number or e-mail address that this browser has just proved, and a new family unless there is an invitation. */
export async function register(
  world: World,
  registration: NewAccount,
  { browser = "", userAgent }: Browser,
): Promise<Registered> {
  const { database, clock, config } = world;
  const now = clock.now();
  refuseCommonPassword(registration.password);
  const { role, username, inviteCode } = registration;
  const timeZone = knownTimeZone(registration.timeZone);
  const claim = { ...(await addressFor(world, registration)), browser };
  const person = await personOf(world, registration);
  return await database.kysely.transaction().execute(async (trx) => {
    await spendProof(trx, claim, now);
    await checkRole(trx, registration, now);
    const id = await addPerson(trx, person, claim);
    await proveContactMethod(trx, { personId: id, channel: channelFor(claim).name }, now);
    const phoneNumber = claim.kind === "phone_number" ? claim.address : (person.call_number ?? null);
    const firstMember = { id, username, role, phoneNumber };
    const familyId = inviteCode ? null : await createFamily(trx, config, firstMember, timeZone, now);
    const token = await startSession(trx, { personId: id, userAgent, role }, now);
    return { token, user: { id, role, displayName: username, familyId } };
  });
}
