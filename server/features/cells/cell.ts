// What a cell answers its entrance and other cells.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { PathId } from "#contract/values.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import { Forbidden, Invalid } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { receiveFamily } from "./moves/arrivals.ts";
import { maxMediaBytes, mediaPath, receiveMedia } from "./moves/media.ts";
import { familyQuestion, maxFamilyBytes } from "./moves/questions.ts";
import { linkForDevice } from "./new-address.ts";
import { deviceQuestion, linkQuestion, roomQuestion } from "./questions.ts";
import { roomOf } from "./room.ts";
import { sendSignInLink } from "./sign-in-link-kind.ts";
import { digestOf, isSigned, signatureHeader } from "./signature.ts";

const notSigned = () => new Forbidden("Only the entrance and other cells may ask this.");

const digestIn = ({ headers }: FastifyRequest): string => String(headers["content-digest"] ?? "");

/**
 * Refuses what no cell has signed, and what somebody has recorded and sends again. The body is read only after this, so a
 * stranger's costs no more than a hash.
 */
async function refuseUnsigned(world: World, request: FastifyRequest): Promise<void> {
  const { database, clock } = world;
  const { publicUrl: origin, cells } = world.config;
  const { method, url, headers } = request;
  const signature = String(headers[signatureHeader] ?? "");
  const question = { origin, method, path: url, digest: digestIn(request) };
  if (!isSigned(cells.secret, question, signature, clock.now())) throw notSigned();
  const wait = await takeAllowances(world, database.kysely, {
    name: "questions-of-cells",
    key: signature,
  });
  if (wait > 0) throw notSigned();
}

type Asked = FastifyRequest<{ Body: Buffer | undefined }>;

function refuseOtherBody(request: Asked): void {
  if (digestOf(request.body ?? "") !== digestIn(request)) throw notSigned();
}

function parsed<Body extends z.ZodMiniType>(schema: Body, body: Buffer | undefined): z.output<Body> {
  try {
    return schema.parse(JSON.parse(body?.toString() ?? ""));
  } catch {
    throw new Invalid("We don't know this question.");
  }
}

/** All questions come from a few addresses. */
const config = { access: "anyone", rateLimit: false } as const;

/** The digest covers the body as it came. */
export function serveCell(api: FastifyInstance, world: World): void {
  if (!world.config.cells.secret) return;
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    ["application/json", "application/octet-stream"],
    { parseAs: "buffer" },
    (_request, body, done) => done(null, body),
  );
  api.addHook("onRequest", (request) => refuseUnsigned(world, request));
  api.addHook("preHandler", async (request: Asked) => refuseOtherBody(request));
  api.post<{ Body: Buffer | undefined }>(linkQuestion.path, { config }, async (request) => {
    const address = parsed(linkQuestion.body, request.body);
    // The answer does not wait, so that its time does not tell whether anybody is known.
    sendSignInLink(world, address).catch((error) =>
      world.log.error({ err: error }, "a sign-in link could not be sent"),
    );
    return {};
  });
  api.post<{ Body: Buffer | undefined }>(roomQuestion.path, { config }, async (request) => {
    parsed(roomQuestion.body, request.body);
    return await roomOf(world);
  });
  api.post<{ Body: Buffer | undefined }>(deviceQuestion.path, { config }, async (request) => {
    const { tokenHash } = parsed(deviceQuestion.body, request.body);
    return { url: await linkForDevice(world, Buffer.from(tokenHash, "base64")) };
  });
  serveArrivals(api, world);
}

function serveArrivals(api: FastifyInstance, world: World): void {
  const large = (bodyLimit: number) => ({ bodyLimit, config });
  api.post<{ Body: Buffer | undefined }>(familyQuestion.path, large(maxFamilyBytes), async (request) => {
    await receiveFamily(world, parsed(familyQuestion.body, request.body));
    return {};
  });
  api.post<{ Body: Buffer | undefined; Params: { id: string } }>(
    mediaPath(":id"),
    large(maxMediaBytes),
    async ({ params, body }) => {
      const id = PathId.safeParse(params.id);
      if (!body || !id.success) throw new Invalid("We don't know this question.");
      await receiveMedia(world, id.data, body);
      return {};
    },
  );
}
