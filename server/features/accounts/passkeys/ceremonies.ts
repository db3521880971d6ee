// One ceremony of WebAuthn, in which a passkey is made or used: the page, the challenge, and the signature.
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import * as z from "zod/mini";
import type { NewPasskey, SignedPasskey } from "#contract/accounts/passkeys.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Config } from "#server/platform/config/config.ts";
import { isLocalhost } from "#server/platform/config/loopback.ts";
import { Gone, Invalid } from "#server/platform/errors.ts";
import { fingerprint, randomCode } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { deleteChallenge, deleteExpiredChallenges, insertChallenge } from "./queries.ts";

/** The page that uses a passkey. A passkey works on pages of the host name it was made for, and on no others. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

const isAddress = (host: string): boolean => ipaddr.isValid(host.replace(/^\[(.*)\]$/, "$1"));

/** Browsers support passkeys over https: and on localhost only, and never at a numeric address. */
export function siteOf(
  { headers, protocol, host }: Pick<FastifyRequest, "headers" | "protocol" | "host">,
  { publicUrl }: Config,
): Site {
  const page = URL.parse(headers.origin ?? `${protocol}://${host}`);
  const own = new URL(publicUrl);
  if (page && isLocalhost(page.hostname)) return { rpId: page.hostname, origin: page.origin };
  const isSecure = own.protocol === "https:" && !isAddress(own.hostname);
  if (isSecure && page?.hostname === own.hostname) return { rpId: own.hostname, origin: own.origin };
  throw new Invalid("Passkeys don't work at this address. Please sign in another way.");
}

// A passkey signs our challenge, which is stored until its browser sends it back, and deleted then.

const challengeMs = 5 * minuteMs;

/** The browser gives up a minute before its challenge expires. */
export const browserTimeoutMs = challengeMs - minuteMs;

/** Only this browser may answer the challenge, and only this person if a passkey is being added. */
interface Bearer {
  browser: string;
  /** Null for a sign-in. */
  personId: number | null;
}

export async function makeChallenge(
  { database: { kysely: db }, clock }: World,
  { browser, personId }: Bearer,
): Promise<string> {
  const now = clock.now();
  const challenge = randomCode();
  await deleteExpiredChallenges(db, now);
  await insertChallenge(db, {
    challenge_hash: fingerprint(challenge),
    browser_hash: fingerprint(browser),
    person_id: personId,
    expires_at: new Date(now.getTime() + challengeMs),
  });
  return challenge;
}

const ClientData = z.object({ challenge: z.string() });

function challengeIn(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).challenge;
  } catch {
    throw new Invalid("We could not read that passkey. Please try again.");
  }
}

/** Returns the challenge that was signed. It is used up even if the signature turns out to be wrong. */
export async function takeChallenge(
  { database: { kysely: db }, clock }: World,
  { browser, personId }: Bearer,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const key = { challengeHash: fingerprint(challenge), browserHash: fingerprint(browser), personId };
  if (!(await deleteChallenge(db, key, clock.now()))) throw new Gone("That took too long. Please try again.");
  return challenge;
}

// SimpleWebAuthn checks what an authenticator signed. It is loaded when first needed, because that takes 30 MB and a
// quarter of a second.

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
  id,
  rawId: id,
  type: "public-key" as const,
  clientExtensionResults: {},
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
