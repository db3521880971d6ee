// SimpleWebAuthn checks what an authenticator signed. It is loaded when first needed, because that takes 30 MB and a
// quarter of a second.
import type { NewPasskey, SignedPasskey } from "#contract/accounts/passkeys.ts";
import { Invalid } from "#server/errors.ts";
import type { Site } from "./site.ts";

/** EdDSA, ES256 and RS256 by their COSE numbers. Every authenticator supports one of them. */
export const algorithms = [-8, -7, -257];

const refused = () => new Invalid("That passkey didn't work. Please try again.");

/** The library throws for anything that is wrong with a response. */
async function orRefuse<T extends { verified: boolean }>(check: Promise<T>): Promise<T> {
  const checked = await check.catch(() => undefined);
  if (!checked?.verified) throw refused();
  return checked;
}

const envelope = (id: string) => ({
  ...{ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} },
});

/** Returns the columns of a new passkey. */
export async function readNewPasskey(site: Site, challenge: string, { id, ...response }: NewPasskey) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      response: { ...envelope(id), response },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!registrationInfo) throw refused();
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    is_backed_up: credentialBackedUp,
  };
}

interface Known {
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/** Returns the columns that change with a use. The library refuses a counter that does not go up. */
export async function readUse(
  site: Site,
  challenge: string,
  { credential_id: id, public_key, counter }: Known,
  { clientDataJSON, authenticatorData, signature, userHandle }: SignedPasskey,
) {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: {
        ...envelope(id),
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: true,
    }),
  );
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { counter: newCounter, is_backed_up: credentialBackedUp };
}
