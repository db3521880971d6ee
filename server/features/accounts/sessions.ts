import type { Role } from "#contract/families.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { endOfSession, type Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { removeOfSessions } from "#server/platform/messages/push/subscriptions.ts";
import { fingerprint, randomCode } from "#server/platform/secrets.ts";
import { forgetDevices } from "./remembered-devices.ts";
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  findMembershipForKeyShare,
  insertSession,
} from "./sign-in-queries.ts";

export interface StartedSession {
  readonly id: number;
  /** The secret of the device. */
  readonly token: string;
}

interface NewSession {
  personId: number;
  userAgent: string | undefined;
  /** The family to open. Otherwise it is the one that was joined first. */
  familyId?: number;
  /** False if somebody else signs the person in. */
  isProven?: boolean;
  /** The role of a person who is about to join a family. Otherwise the role in the open family counts. */
  role?: Role;
}

async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  for (const personId of await deleteExpiredSessions(db, now))
    await publish(db, { familiesOf: personId }, "reachability");
}

/** Signs a person in on one device, inside a transaction. Only the fingerprint of the token is stored. */
export async function startSession(trx: Db, session: NewSession, now: Date): Promise<StartedSession> {
  const { personId, userAgent, role, isProven = true } = session;
  await deleteEndedSessions(trx, now);
  const membership = await findMembershipForKeyShare(trx, session);
  const token = randomCode();
  const times = {
    created_at: now,
    last_used_at: now,
    proven_at: isProven ? now : null,
    expires_at: endOfSession(membership?.role ?? role, now),
  };
  const ids = { person_id: personId, family_id: membership?.family_id ?? null };
  const row = { token_hash: fingerprint(token), ...ids, device: deviceName(userAgent), ...times };
  const id = await insertSession(trx, row);
  await publish(trx, { personId }, "account");
  return { id, token };
}

/** The screens of ended sessions ask again who is signed in, before their connections end. */
async function publishEnd(
  trx: Db,
  { id: personId }: Person,
  ended: readonly { id: number }[],
  isHere: boolean,
) {
  if (!isHere) await publish(trx, { personId }, "account");
  await publish(trx, { endedSessionIds: ended.map(({ id }) => id) });
  // This device already knows that it is signed out, so only the others are told.
  if (isHere) await publish(trx, { personId }, "account");
}

async function endSessions(db: Db, person: Person, which: "one" | "others", id: number): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await removeOfSessions(trx, person, which, id);
    const end = which === "one" ? deleteSession : deleteOtherSessions;
    const ended = await end(trx, person.id, id);
    const isHere = which === "one" && id === person.sessionId;
    if (which === "others") await forgetDevices(trx, person);
    else if (!isHere) await forgetDevices(trx, person, ended[0]?.device_hash ?? null);
    await publishEnd(trx, person, ended, isHere);
    return ended.length;
  });
}

export async function signOut(db: Db, person: Person): Promise<void> {
  await endSessions(db, person, "one", person.sessionId);
}

export async function signOutDevice(db: Db, person: Person, sessionId: number): Promise<void> {
  if ((await endSessions(db, person, "one", sessionId)) === 0) throw new NotFound();
}

export async function signOutElsewhere(db: Db, person: Person): Promise<void> {
  await endSessions(db, person, "others", person.sessionId);
}

// The first match wins, because most browsers also name the ones they descend from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: typeof browsers, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1];

/** Names a device in the list of where a person is signed in, such as "Chrome on Windows". */
export function deviceName(userAgent = ""): string {
  const browser = nameIn(browsers, userAgent) ?? "A browser";
  const system = nameIn(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
}
