import {
  maxPasskeys,
  type NewPasskey,
  type NewPasskeyOptions,
  type Passkey,
  type PasskeySignInOptions,
  type SignedPasskey,
} from "#contract/accounts/passkeys.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import type { Row } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { recordChange } from "../proof/account-changes.ts";
import { notifyOldContacts } from "../proof/change-messages.ts";
import { lockPerson } from "../queries.ts";
import { deviceName, startSession } from "../sessions.ts";
import {
  algorithms,
  browserTimeoutMs,
  makeChallenge,
  readNewPasskey,
  readUse,
  type Site,
  takeChallenge,
} from "./ceremonies.ts";
import {
  deletePasskey,
  findPasskeyForUpdate,
  findPasskeys,
  insertPasskey,
  updatePasskey,
} from "./queries.ts";

/** The page that uses a passkey, and the browser that shows it. */
export interface Device {
  readonly site: Site;
  readonly browser: string;
  readonly userAgent: string | undefined;
}

const toPasskey = ({
  id,
  name,
  created_at,
  last_used_at,
}: Pick<Row<"passkeys">, "id" | "name" | "created_at" | "last_used_at">): Passkey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

export async function listPasskeys({ database }: World, person: Person): Promise<Passkey[]> {
  return (await findPasskeys(database.kysely, person.id)).map(toPasskey);
}

/** Tells an authenticator whose passkey it holds. WebAuthn requires that it identifies the person to nobody else. */
const userHandleOf = (secrets: Secrets, personId: number): string =>
  secrets.mac(`passkey user ${personId}`).toString("base64url");

function refuseTooMany(passkeys: readonly unknown[]): void {
  if (passkeys.length < maxPasskeys) return;
  throw new Conflict(`You already have ${maxPasskeys} passkeys. Please remove one first.`);
}

/** Lets the browser make a passkey, except on a device that holds one already. */
export async function startPasskey(
  world: World,
  person: Person,
  { site, browser }: Device,
): Promise<NewPasskeyOptions> {
  const passkeys = await findPasskeys(world.database.kysely, person.id);
  refuseTooMany(passkeys);
  const userHandle = userHandleOf(world.secrets, person.id);
  return {
    challenge: await makeChallenge(world, { browser, personId: person.id }),
    rp: { id: site.rpId, name: "Porchlight" },
    user: { id: userHandle, name: person.name, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
      id,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    timeout: browserTimeoutMs,
  };
}

/** The owner is told and can undo it, because a passkey opens the account at any later time. */
export async function addPasskey(
  world: World,
  person: Person,
  sent: NewPasskey,
  { site, browser, userAgent }: Device,
): Promise<Passkey> {
  const { database, clock } = world;
  const challenge = await takeChallenge(world, { browser, personId: person.id }, sent.clientDataJSON);
  const made = await readNewPasskey(site, challenge, sent);
  const now = clock.now();
  const about = { person_id: person.id, transports: sent.transports, name: deviceName(userAgent) };
  const { added, change } = await database.kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id);
    refuseTooMany(await findPasskeys(trx, person.id));
    const change = await recordChange(world, trx, person, "passkey");
    const added = await insertPasskey(trx, { ...made, ...about, created_at: now, change_id: change.id });
    if (!added) throw new Conflict("This passkey has already been added.");
    const doing = { personId: person.id, at: now };
    await recordInOwnFamilies(trx, doing, { kind: "passkey-added", passkey: added.name });
    await publish(trx, { personId: person.id }, "account");
    return { added, change };
  });
  await notifyOldContacts(world, change);
  return toPasskey(added);
}

export async function removePasskey({ database, clock }: World, person: Person, id: number): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const removed = await deletePasskey(trx, person.id, id);
    if (!removed) throw new NotFound();
    const doing = { personId: person.id, at: clock.now() };
    await recordInOwnFamilies(trx, doing, { kind: "passkey-removed", passkey: removed.name });
    await publish(trx, { personId: person.id }, "account");
  });
}

/** Names no passkey, so that the device offers all that it has and nobody has to type a name. */
export const startSignIn = async (
  world: World,
  { site, browser }: Device,
): Promise<PasskeySignInOptions> => ({
  challenge: await makeChallenge(world, { browser, personId: null }),
  rpId: site.rpId,
  userVerification: "required",
  timeout: browserTimeoutMs,
});

/** Signs in the owner of the passkey. Like every sign-in, it is a fresh proof for five minutes. */
export async function signInByPasskey(
  world: World,
  sent: SignedPasskey,
  { site, browser, userAgent }: Device,
): Promise<string> {
  const { database, clock, secrets } = world;
  const challenge = await takeChallenge(world, { browser, personId: null }, sent.clientDataJSON);
  return await database.kysely.transaction().execute(async (trx) => {
    const passkey = await findPasskeyForUpdate(trx, sent.id);
    if (!passkey)
      throw new NotFound("Porchlight doesn't know this passkey. It was removed. Please sign in another way.");
    const { id, person_id: personId } = passkey;
    if (sent.userHandle !== userHandleOf(secrets, personId))
      throw new Invalid("That passkey didn't work. Please try again.");
    const used = await readUse(site, challenge, passkey, sent);
    await updatePasskey(trx, id, { ...used, last_used_at: clock.now() });
    return (await startSession(trx, { personId, userAgent }, clock.now())).token;
  });
}
