import type { PasskeySignInOptions, SignedPasskey } from "#contract/accounts/passkeys.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import { startSession } from "../sessions.ts";
import { browserTimeoutMs, makeChallenge, takeChallenge } from "./challenges.ts";
import { type Device, userHandleOf } from "./passkeys.ts";
import { readUse } from "./signatures.ts";

/** Names no passkey, so that the device offers all it has and nobody types a name. */
export const startSignIn = async (
  world: World,
  { site, browser }: Device,
): Promise<PasskeySignInOptions> => ({
  challenge: await makeChallenge(world, { browser, personId: null }),
  rpId: site.rpId,
  userVerification: "required",
  timeout: browserTimeoutMs,
});

/** The row is locked, so that two uses at once cannot both count from the same number. */
async function findPasskey(trx: Db, credentialId: string): Promise<Row<"passkeys">> {
  const passkey = await trx
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey)
    throw new NotFound("Porchlight doesn't know this passkey. It was removed. Please sign in another way.");
  return passkey;
}

/** Signs in the owner of the passkey. Like every sign-in, it is a fresh proof for five minutes. */
export async function signInByPasskey(
  world: World,
  sent: SignedPasskey,
  { site, browser, userAgent }: Device,
): Promise<string> {
  const { database, clock, secrets } = world;
  const challenge = await takeChallenge(world, { browser, personId: null }, sent.clientDataJSON);
  return await database.kysely.transaction().execute(async (trx) => {
    const passkey = await findPasskey(trx, sent.id);
    const { id, person_id: personId } = passkey;
    if (sent.userHandle !== userHandleOf(secrets, personId))
      throw new Invalid("That passkey didn't work. Please try again.");
    const used = await readUse(site, challenge, passkey, sent);
    await trx
      .updateTable("passkeys")
      .set({ ...used, last_used_at: clock.now() })
      .where("id", "=", id)
      .execute();
    return await startSession(trx, { personId, userAgent }, clock.now());
  });
}
