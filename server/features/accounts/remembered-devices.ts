// Remembers the browsers that a person was signed in on before, so that strangers elsewhere cannot lock them out.
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import type { AllowanceName } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { bindBrowser, boundBrowser, deviceCookie, rememberSession } from "#server/platform/http/cookies.ts";
import { type CallLimit, callerAddress } from "#server/platform/http/limits.ts";
import type { Person } from "#server/platform/http/session.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { type CodeAddress, hasAddress } from "./code-addresses.ts";

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
  await sql`delete from remembered_devices
    where last_signed_in_at < ${now}::timestamptz - make_interval(secs => ${deviceCookie.seconds})`.execute(
    trx,
  );
  // Only a row that is inserted, and not updated, has no xmax.
  const { rows } = await sql<Remembered>`
    with session as (
      update sessions set device_hash = ${hash} where token_hash = ${fingerprint(token)}
      returning person_id, device
    ), remembered as (
      insert into remembered_devices (person_id, device_hash, last_signed_in_at)
      select person_id, ${hash}, ${now} from session
      on conflict (person_id, device_hash) do update set last_signed_in_at = excluded.last_signed_in_at
      returning xmax = 0 as is_new
    )
    select person_id as "personId", device, is_new as "isNew" from session, remembered`.execute(trx);
  const [remembered] = rows;
  if (remembered?.isNew) await forgetOldest(trx, remembered.personId, hash);
  return remembered;
}

/** Keeps the newest devices of a person, among them the one on which they sign in now. */
async function forgetOldest(trx: Db, personId: number, hash: Buffer): Promise<void> {
  await sql`delete from remembered_devices where person_id = ${personId} and device_hash in (
    select device_hash from remembered_devices where person_id = ${personId}
    order by device_hash = ${hash} desc, last_signed_in_at desc offset ${maxDevices}
  )`.execute(trx);
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
  const found = await db
    .selectFrom("remembered_devices as d")
    .innerJoin("people as p", "p.id", "d.person_id")
    .select("d.person_id")
    .where(hasAddress("p", address))
    .where("d.device_hash", "=", fingerprint(device))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether anybody was signed in on this device before. */
export async function isRemembered({ database }: World, device: string): Promise<boolean> {
  const known = await database.kysely
    .selectFrom("remembered_devices")
    .select("person_id")
    .where("device_hash", "=", fingerprint(device))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

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
  const own = trx.selectFrom("sessions").select("device_hash").where("id", "=", person.sessionId);
  await trx
    .deleteFrom("remembered_devices")
    .where("person_id", "=", person.id)
    .where("device_hash", "is distinct from", own)
    .$if(hash !== undefined, (query) => query.where("device_hash", "=", hash ?? null))
    .execute();
}
