// Remembers the browsers that a person was signed in on before, so that strangers elsewhere cannot lock them out.
import type { FastifyReply, FastifyRequest } from "fastify";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import type { AllowanceName } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { bindBrowser, boundBrowser, deviceCookie, rememberSession } from "#server/platform/http/cookies.ts";
import { type CallLimit, callerAddress } from "#server/platform/http/limits.ts";
import type { Person } from "#server/platform/http/session.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import type { CodeAddress } from "./code-addresses.ts";
import {
  deleteDevices,
  deleteOldDevices,
  deleteOldestDevices,
  isDeviceKnown,
  isOwnerKnownOnDevice,
  setSessionDevice,
  upsertDevice,
} from "./sign-in-queries.ts";

/** The address and the device of a caller who is not signed in yet. */
export interface Caller {
  /** The address of the request, as limits count it. */
  ip: string;
  /** The secret of a browser that was signed in before. */
  device: string | undefined;
}

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: callerAddress(request),
  device: boundBrowser(request, deviceCookie),
});

/** More than a person uses, and few enough that nobody collects devices for their own sign-ins. */
const maxDevices = 20;

interface Remembered {
  personId: number;
  /** Such as "Chrome on Windows". */
  device: string;
  isNew: boolean;
}

async function remember(trx: Db, token: string, device: string, now: Date): Promise<Remembered | undefined> {
  const hash = fingerprint(device);
  await deleteOldDevices(trx, new Date(now.getTime() - deviceCookie.seconds * 1000));
  const session = await setSessionDevice(trx, fingerprint(token), hash);
  if (!session) return undefined;
  const { personId } = session;
  const isNew = await upsertDevice(trx, { person_id: personId, device_hash: hash, last_signed_in_at: now });
  if (isNew) await deleteOldestDevices(trx, personId, { retained: hash, max: maxDevices });
  return { ...session, isNew };
}

/** Gives the browser the cookies of a session that has just begun, and remembers the browser itself. */
export async function completeSignIn(
  { database, config, clock }: World,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const device = bindBrowser(request, reply, config, deviceCookie);
  const at = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    const remembered = await remember(trx, token, device, at);
    if (!remembered?.isNew) return;
    const { personId, device: name } = remembered;
    await recordInOwnFamilies(trx, { personId, at }, { kind: "signed-in-on-new-device", device: name });
  });
  rememberSession(reply, config, token);
}

/** Whether the owner of this number or address was signed in on this device before. */
export async function isRememberedAddress(
  db: Db,
  device: string | undefined,
  address: CodeAddress,
): Promise<boolean> {
  if (!device) return false;
  return await isOwnerKnownOnDevice(db, fingerprint(device), address);
}

/** Whether anybody was signed in on this device before. */
export const isRemembered = ({ database }: World, device: string): Promise<boolean> =>
  isDeviceKnown(database.kysely, fingerprint(device));

/** Whether a call on this device is counted for it alone. */
type IsExempt = (world: World, device: string, request: FastifyRequest) => Promise<boolean>;

/**
 * Counts remembered devices separately, so that a stranger's attempts elsewhere do not stop people on their own
 * devices. All others are counted by the address.
 */
export const perDevice = (name: AllowanceName, isExempt: IsExempt = isRemembered): CallLimit => ({
  name,
  async keyOf(world, request) {
    const { ip, device } = callerOf(request);
    return device !== undefined && (await isExempt(world, device, request)) ? `device ${device}` : ip;
  },
});

/** Forgets all other devices, or the one with this hash, when they are signed out from here. */
export async function forgetDevices(trx: Db, person: Person, hash?: Buffer | null): Promise<void> {
  await deleteDevices(trx, { personId: person.id, sessionId: person.sessionId }, hash);
}
