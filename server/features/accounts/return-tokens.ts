// The token in the return URL of a sign-in works once, within a minute, in the browser that it was sent to. The token
// of a sign-in link works once, in any browser.
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { fingerprint, randomCode } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { startSession } from "./sessions.ts";
import { deleteExpiredReturnTokens, insertReturnToken, takeReturnToken } from "./sign-in-queries.ts";

export const signInLinkHours = 1;

/** Stands for any browser. No browser's own secret has this hash, because secrets have no spaces. */
const anyBrowser = fingerprint("any browser");

/**
 * A link that was asked for proves who opens it. One for a device that was signed in before does not, because a stolen
 * session is enough to get it.
 */
const links = {
  proof: { mark: "link-", milliseconds: signInLinkHours * hourMs },
  device: { mark: "device-", milliseconds: 7 * dayMs },
} as const;
type LinkKind = keyof typeof links;

/** Other tokens need a browser that is bound to them, so most status calls have nothing to exchange. */
export const isExchangeable = (browser: string | undefined, token: string): boolean =>
  browser !== undefined || Object.values(links).some(({ mark }) => token.startsWith(mark));

interface NewToken {
  token: string;
  personId: number;
  browserHash: Buffer;
  milliseconds: number;
}

async function storeToken(
  { database: { kysely: db }, clock }: World,
  { token, personId, browserHash, milliseconds }: NewToken,
): Promise<void> {
  const now = clock.now();
  await deleteExpiredReturnTokens(db, now);
  await insertReturnToken(db, {
    token_hash: fingerprint(token),
    browser_hash: browserHash,
    person_id: personId,
    expires_at: new Date(now.getTime() + milliseconds),
  });
}

/** The token, and the secret of the only browser that can exchange it. */
export interface ReturnSecrets {
  readonly token: string;
  readonly browser: string;
}

export async function storeReturnToken(
  world: World,
  { token, browser }: ReturnSecrets,
  personId: number,
): Promise<void> {
  await storeToken(world, { token, personId, browserHash: fingerprint(browser), milliseconds: minuteMs });
}

async function makeLinkToken(world: World, personId: number, kind: LinkKind): Promise<string> {
  const { mark, milliseconds } = links[kind];
  const token = mark + randomCode();
  await storeToken(world, { token, personId, browserHash: anyBrowser, milliseconds });
  return token;
}

/**
 * Makes a link that signs somebody in once, in any browser. Only the operator can make one that proves who opens it, for
 * a person who has lost their phone.
 */
export const makeSignInLink = async (
  world: World,
  personId: number,
  kind: LinkKind = "proof",
): Promise<string> =>
  `${world.config.publicUrl}/?token=${await makeLinkToken(world, personId, kind)}&auth=success`;

/** The path of a page whose button does the same. Programs open the links in messages before people do. */
export const makeSignInPagePath = async (
  world: World,
  personId: number,
  kind: LinkKind = "proof",
): Promise<string> => `/sign-in/link?to=${await makeLinkToken(world, personId, kind)}`;

/** Starts a session and returns its token, or undefined if there is nothing to exchange. */
export async function exchangeReturnToken(
  { database, clock }: World,
  browser: string | undefined,
  token: string,
  userAgent: string | undefined,
): Promise<string | undefined> {
  const now = clock.now();
  const browserHashes = browser === undefined ? [anyBrowser] : [anyBrowser, fingerprint(browser)];
  return await database.kysely.transaction().execute(async (trx) => {
    const personId = await takeReturnToken(trx, fingerprint(token), { browserHashes, now });
    if (personId === undefined) return undefined;
    const isProven = !token.startsWith(links.device.mark);
    return (await startSession(trx, { personId, userAgent, isProven }, now)).token;
  });
}
