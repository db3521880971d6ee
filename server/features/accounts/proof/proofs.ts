// People prove who they are again before a change that a stolen session must not make.
import type * as z from "zod/mini";
import type { Proof } from "#contract/accounts/accounts.ts";
import { Invalid, NotFound } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { type CodeAddress, preferredAddress } from "../code-addresses.ts";
import { isPassword, limitTries } from "../passwords.ts";
import { findCredentials } from "../queries.ts";
import { checkCode, consumeProof } from "../verifications.ts";
import { markSessionProven } from "./queries.ts";

async function findOwnAddress({ config, database }: World, person: Person): Promise<CodeAddress> {
  const { phone_number: phoneNumber, email } = await findCredentials(database.kysely, person.id);
  const address = preferredAddress(config, { phoneNumber, email });
  if (!address) throw new NotFound("We can't send you a code. Please sign in again instead.");
  return address;
}

/** Wrong passwords count for this session alone, so that the person's other sessions are not affected. */
export async function isOwnPassword(
  world: World,
  { sessionId }: Person,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const tries = [{ name: "wrong-passwords-in-session" as const, key: sessionId }];
  const prove = async () => (await isPassword(world.config, password, hash)) || undefined;
  const proof = await limitTries(world, tries, prove);
  return proof !== undefined;
}

async function proveByPassword(world: World, person: Person, password: string): Promise<void> {
  const db = world.database.kysely;
  const { password_hash } = await findCredentials(db, person.id);
  const wrong = "That's not your password. Please check it.";
  if (!(await isOwnPassword(world, person, password, password_hash))) {
    throw new Invalid(wrong, { password: wrong });
  }
  await markSessionProven(db, person.sessionId, world.clock.now());
}

interface BrowserCode {
  code: string;
  browser: string | undefined;
}

async function proveByCode(world: World, person: Person, { code, browser }: BrowserCode): Promise<void> {
  const { database, clock } = world;
  const claim = { ...(await findOwnAddress(world, person)), browser: browser ?? "" };
  await checkCode(world, claim, code);
  await database.kysely.transaction().execute(async (trx) => {
    await consumeProof(trx, claim, clock.now());
    await markSessionProven(trx, person.sessionId, clock.now());
  });
}

/** For the next five minutes, this session may change the account. */
export async function proveAgain(
  world: World,
  person: Person,
  { password, code }: z.output<typeof Proof>,
  browser: string | undefined,
): Promise<void> {
  if (code === undefined) await proveByPassword(world, person, password ?? "");
  else await proveByCode(world, person, { code, browser });
}
