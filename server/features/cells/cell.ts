// What a cell answers its entrance and other cells.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import { Forbidden, Invalid } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { linkForDevice } from "./new-address.ts";
import { deviceQuestion, linkQuestion, roomQuestion } from "./questions.ts";
import { roomOf } from "./room.ts";
import { sendSignInLink } from "./sign-in-link-kind.ts";
import { isSigned, signatureHeader } from "./signature.ts";

const notSigned = () => new Forbidden("Only the entrance and other cells may ask this.");

/** Refuses what the entrance has not signed, and what somebody has recorded and sends again. */
async function refuseUnsigned(
  world: World,
  { method, url, headers, body }: FastifyRequest<{ Body: string | undefined }>,
): Promise<void> {
  const { config, database, clock } = world;
  const signature = String(headers[signatureHeader] ?? "");
  const question = { origin: config.publicUrl, method, path: url, body: body ?? "" };
  if (!isSigned(config.cells.secret, question, signature, clock.now())) throw notSigned();
  const wait = await takeAllowances(world, database.kysely, {
    name: "questions-of-entrance",
    key: signature,
  });
  if (wait > 0) throw notSigned();
}

function parsed<Body extends z.ZodMiniType>(schema: Body, body: string | undefined): z.output<Body> {
  try {
    return schema.parse(JSON.parse(body ?? ""));
  } catch {
    throw new Invalid("We don't know this question.");
  }
}

/** The signature covers the body as it came. */
export function serveCell(api: FastifyInstance, world: World): void {
  if (!world.config.cells.secret) return;
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  // All questions come from one address, and a stranger's costs no more than a hash.
  const config = { access: "anyone", rateLimit: false } as const;
  api.post<{ Body: string | undefined }>(linkQuestion.path, { config }, async (request) => {
    await refuseUnsigned(world, request);
    const address = parsed(linkQuestion.body, request.body);
    // The answer does not wait, so that its time does not tell whether anybody is known.
    sendSignInLink(world, address).catch((error) =>
      world.log.error({ err: error }, "a sign-in link could not be sent"),
    );
    return {};
  });
  api.post<{ Body: string | undefined }>(roomQuestion.path, { config }, async (request) => {
    await refuseUnsigned(world, request);
    parsed(roomQuestion.body, request.body);
    return await roomOf(world);
  });
  api.post<{ Body: string | undefined }>(deviceQuestion.path, { config }, async (request) => {
    await refuseUnsigned(world, request);
    const { tokenHash } = parsed(deviceQuestion.body, request.body);
    return { url: await linkForDevice(world, Buffer.from(tokenHash, "base64")) };
  });
}
