// A device that was signed in when its family moved gets to know the new address, and is signed in there.
import type { FastifyRequest } from "fastify";
import { makeSignInLink } from "#server/features/accounts/return-tokens.ts";
import { NotFound, Unavailable } from "#server/platform/errors.ts";
import { bearerOf } from "#server/platform/http/session.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { leadsOnUntil, movedSince } from "./moved-families.ts";
import { findMoveOfDevice, findPersonOfDevice } from "./queries.ts";
import { ask, deviceQuestion } from "./questions.ts";

const notMoved = () => new NotFound("This page has no new address.");

async function moveOf({ database, clock }: World, request: FastifyRequest) {
  const tokenHash = fingerprint(bearerOf(request) ?? "");
  const move = await findMoveOfDevice(database.reads, tokenHash, movedSince(clock.now()));
  if (!move) throw notMoved();
  return { ...move, tokenHash };
}

export async function newAddressOf(world: World, request: FastifyRequest) {
  const { origin, movedAt } = await moveOf(world, request);
  return { url: origin, until: leadsOnUntil(movedAt).toISOString() };
}

export async function openAtNewAddress(world: World, request: FastifyRequest): Promise<{ url: string }> {
  const { origin, tokenHash } = await moveOf(world, request);
  const asked = { tokenHash: tokenHash.toString("base64") };
  const { url } = await ask(world, origin, deviceQuestion, asked).catch((cause: unknown) => {
    throw new Unavailable("The new page can't be reached right now. Please try again in a minute.", {
      cause,
    });
  });
  if (url === null) throw notMoved();
  return { url };
}

/** Answers the old cell of a device. */
export async function linkForDevice(world: World, tokenHash: Buffer): Promise<string | null> {
  const { database, clock } = world;
  const found = await findPersonOfDevice(database.reads, tokenHash, clock.now());
  return found ? await makeSignInLink(world, found.personId, "device") : null;
}
