// Passes a request on to another cell, and its answer back, as they arrive.
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { FastifyReply, FastifyRequest } from "fastify";
import { movedToHeader } from "#contract/moved-to.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { allowUploadTime } from "#server/platform/http/upload-time.ts";
import type { World } from "#server/platform/world.ts";

/** How long the other cell may be silent before its answer begins, and the device while it sends. */
const maxSilenceMs = 10_000;

/** These are about the connection to us, or about the page that made the request. */
const ofThisConnection: readonly string[] = [
  ...["connection", "keep-alive", "proxy-authorization", "te", "trailer", "upgrade", "expect"],
  ...["host", "origin", "referer", "forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"],
];

/** The other cell's proxy says for its own address what these say. */
const ofOtherConnection: readonly string[] = [
  ...["connection", "keep-alive", "transfer-encoding", "alt-svc", "strict-transport-security"],
];

const without = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const ownName = ({ config }: World): string => new URL(config.publicUrl).host;

/** Whether this server has passed the request on before, because families have moved in both directions. */
export const hasPassedHere = (world: World, { headers }: FastifyRequest): boolean =>
  String(headers.via ?? "").includes(`1.1 ${ownName(world)}`);

/** The headers, with those by which proxies say for whom they ask (RFC 9110, section 7.6.3). */
function headersOf(world: World, { headers, ip }: FastifyRequest): IncomingHttpHeaders {
  const via = [headers.via, `1.1 ${ownName(world)}`].filter(Boolean).join(", ");
  return { ...without(headers, ofThisConnection), via, "x-forwarded-for": ip };
}

/** Text has been read already. Otherwise the body is passed on as it arrives. */
function headersWith(text: string | undefined, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (text === undefined) return headers;
  return { ...without(headers, ["transfer-encoding"]), "content-length": String(Buffer.byteLength(text)) };
}

function sendTo(
  world: World,
  origin: string,
  reply: FastifyReply,
  text: string | undefined,
): Promise<IncomingMessage> {
  const { request } = reply;
  const { raw } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = origin.startsWith("https:") ? secureRequest : plainRequest;
  const sent = start(origin, {
    path: raw.url,
    method: request.method,
    headers: headersWith(text, headersOf(world, request)),
    timeout: maxSilenceMs,
  });
  sent.once("timeout", () => sent.destroy(new Error("The other cell did not answer in time.")));
  sent.once("response", (answer) => {
    sent.setTimeout(0);
    resolve(answer);
  });
  sent.on("error", reject);
  // Nobody waits for the answer anymore.
  reply.raw.once("close", () => sent.destroy());
  if (text === undefined) raw.pipe(sent);
  else sent.end(text);
  return promise;
}

/** Asks another cell the same. Resolves when its answer begins. */
export async function askSame(
  world: World,
  origin: string,
  reply: FastifyReply,
  text?: string,
): Promise<IncomingMessage> {
  const { raw, headers } = reply.request;
  if (text === undefined) allowUploadTime(raw, Number(headers["content-length"] ?? 0))();
  try {
    return await sendTo(world, origin, reply, text);
  } catch (cause) {
    throw new Unavailable("Your family's page can't be reached right now. Please try again in a minute.", {
      cause,
    });
  }
}

export function passBack(origin: string, reply: FastifyReply, answer: IncomingMessage): void {
  reply.headers({ ...without(answer.headers, ofOtherConnection), [movedToHeader]: origin });
  reply.status(answer.statusCode ?? 502).send(answer);
}
