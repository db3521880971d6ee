// The link in each letter that stops it without a sign-in. A mail program follows it with one click, a person by a page.
import type { FastifyInstance } from "fastify";
import type { LetterStop } from "#contract/letters.ts";
import { readLinkCode } from "#contract/typed-words.ts";
import { NotFound } from "#server/platform/errors.ts";
import { publish } from "#server/platform/live/publish.ts";
import { sign, signedNumbers } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";
import { deleteRecipient, findFamily, isRecipient, type RecipientKey } from "./queries.ts";

const path = "/letter/stop";

export const stopToken = (
  { secrets }: Pick<World, "secrets">,
  { personId, familyId }: RecipientKey,
): string => sign(secrets, "letter-stop", [personId, familyId]);

/** It does not end, because somebody may want to stop the letters after an old one. */
export const stopAddress = (world: Pick<World, "secrets" | "config">, key: RecipientKey): string =>
  `${world.config.publicUrl}${path}?to=${stopToken(world, key)}`;

async function findStop({ secrets, database }: World, token: string) {
  const [personId = 0, familyId = 0] = signedNumbers(secrets, "letter-stop", token);
  const family = await findFamily(database.reads, familyId);
  if (!family) throw new NotFound("We don't recognize this link. Please open it from the letter again.");
  return { key: { personId, familyId }, familyName: family.name };
}

export async function stopBehind(world: World, token: string): Promise<LetterStop> {
  const { key, familyName } = await findStop(world, token);
  return { familyName, isStopped: !(await isRecipient(world.database.reads, key)) };
}

/** The link is the proof, so no sign-in is needed. */
export async function stopByLink(world: World, token: string): Promise<LetterStop> {
  const { key, familyName } = await findStop(world, token);
  await world.database.kysely.transaction().execute(async (trx) => {
    if (await deleteRecipient(trx, key)) await publish(trx, key.familyId, "letters");
  });
  return { familyName, isStopped: true };
}

/** Mail programs send a form to the address of the page (RFC 8058). The address alone says what is meant. */
export function serveOneClickStop(api: FastifyInstance, world: World): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  const config = { access: "anyone" } as const;
  api.post<{ Querystring: { to?: string } }>(path, { config }, async ({ query }, reply) => {
    await stopByLink(world, readLinkCode(String(query.to)));
    return reply.status(204).send();
  });
}
