import type { Readable } from "node:stream";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Access, EndpointShape, Received } from "#contract/endpoint.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { foundInMemory, keepInMemory, LastingAnswer } from "./answers-from-memory.ts";
import { readOwnCookies } from "./cookies.ts";
import { handleUnknownPath } from "./errors.ts";
import {
  type CallerKey,
  type CallLimit,
  floodLimit,
  type ReadLimit,
  rateLimits,
  takeCall,
} from "./limits.ts";
import { rangeIn } from "./ranges.ts";
import {
  type Caller,
  type Member,
  type Person,
  proveCaller,
  requireFreshProof,
  requireSwitchedOn,
} from "./session.ts";
import { leaveBodies, receiveUpload } from "./uploads.ts";

type CallerOf<A extends Access> = A extends "anyone"
  ? unknown
  : A extends "visitor"
    ? { member?: Member }
    : A extends "person" | "operator"
      ? { person: Person }
      : { person: Person; member: Member };

/** Handlers get the parsed parts, the proven caller, and the raw request and reply for cookies. */
export type Asked<E extends EndpointShape> = Received<E> &
  CallerOf<E["access"]> &
  (E extends { readonly upload: { readonly type: "zip" } } ? { upload: Readable } : unknown) & {
    request: FastifyRequest;
    reply: FastifyReply;
  };

export interface Route {
  readonly endpoint: EndpointShape;
  /** The route's own limit. False means that it is never refused for its rate. */
  readonly limit: CallLimit | CallerKey | ReadLimit | false | undefined;
  /** Runs before the caller is counted and proven. */
  begin?(world: World, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  answer(world: World, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

const parts = ["params", "query", "headers", "body"] as const;

function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return fields;
}

function parseParts(endpoint: EndpointShape, request: FastifyRequest): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const part of parts) {
    const schema = endpoint[part];
    if (!schema) continue;
    const result = schema.safeParse(request[part]);
    if (!result.success) {
      const fields = fieldsOf(result.error);
      throw new Invalid(Object.values(fields)[0] ?? "Please check what you entered.", fields);
    }
    parsed[part] = result.data;
  }
  return parsed;
}

/** A file that the browser saves. It is sent while it is written. */
export class Download {
  readonly name: string;
  readonly content: Readable;

  constructor(name: string, content: Readable) {
    this.name = name;
    this.content = content;
  }
}

/**
 * A file that never changes, because a new one gets a new address. Browsers keep it, but ask each time whether they may
 * still show it: its person may have been removed from the family, or somebody else may have signed in.
 */
export class StoredFile {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;

  constructor(name: string, read: () => Promise<Uint8Array>) {
    this.name = name;
    this.read = read;
  }
}

const attachment = (name: string): string => `attachment; filename="${name}"`;

async function sendStored(type: string, reply: FastifyReply, { name, read }: StoredFile): Promise<void> {
  const etag = `"${name}"`;
  const { range, "if-none-match": known, "if-range": begun = etag } = reply.request.headers;
  const content = known === etag ? undefined : await read();
  reply.header("content-disposition", attachment(name));
  reply.headers({ "cache-control": "private, no-cache", etag });
  reply.headers({ "accept-ranges": "bytes", vary: "cookie, authorization" }).type(type);
  if (!content) {
    reply.status(304).send();
    return;
  }
  const part = begun === etag ? rangeIn(range, content.length) : undefined;
  if (part) {
    const { first, last } = part;
    reply.status(206).header("content-range", `bytes ${first}-${last}/${content.length}`);
    reply.send(content.subarray(first, last + 1));
  } else reply.send(content);
}

async function sendFile(type: string, reply: FastifyReply, file: Download | StoredFile): Promise<void> {
  if (file instanceof StoredFile) return await sendStored(type, reply, file);
  reply.headers({ "content-disposition": attachment(file.name), "cache-control": "no-store" });
  reply.type(type).send(file.content);
}

const sendJson = (endpoint: EndpointShape, reply: FastifyReply, json: string | Buffer) =>
  reply
    .header("cache-control", "no-store")
    .status(endpoint.status ?? 200)
    .type("application/json; charset=utf-8")
    .send(json);

async function send(endpoint: EndpointShape, reply: FastifyReply, result: unknown): Promise<void> {
  if (endpoint.file && (result instanceof Download || result instanceof StoredFile))
    return await sendFile(endpoint.file, reply, result);
  const lasting = result instanceof LastingAnswer ? result : undefined;
  const answer = endpoint.response.parse(lasting ? lasting.content : result);
  if (answer === undefined) reply.header("cache-control", "no-store").status(204).send();
  else {
    const json = JSON.stringify(answer);
    if (lasting) keepInMemory(reply.request, lasting, json);
    sendJson(endpoint, reply, json);
  }
}

type Content<E extends EndpointShape> = z.input<E["response"]>;

/**
 * A handler returns a file if the endpoint answers one, and nothing if the response is `nothing`. If it says how long its
 * answer stays the same, the answer is kept in memory.
 */
type Handled<E extends EndpointShape> = E extends { readonly file: string }
  ? Promise<Download | StoredFile>
  : undefined extends Content<E>
    ? Promise<void>
    : Promise<Content<E> | LastingAnswer<Content<E>>> | Content<E>;

/** Checks what the endpoint asks of a caller who has access. */
function checkCaller(endpoint: EndpointShape, { person, member }: Caller): void {
  if (endpoint.needsFreshProof && person) requireFreshProof(person);
  if (endpoint.switch && member) requireSwitchedOn(endpoint.switch, member);
}

/** Joins an endpoint of the contract to its verb: proves the caller, parses the input, validates the output. */
export function route<E extends EndpointShape>(
  endpoint: E,
  handle: (asked: Asked<E>) => Handled<E>,
  limit?: CallLimit | CallerKey | ReadLimit | false,
): Route {
  return {
    endpoint,
    limit,
    async answer(world, request, reply) {
      // The web compares this with the clock of the device.
      reply.header("date", world.clock.now().toUTCString());
      if (limit && "name" in limit) await takeCall(world, request, limit);
      const caller = await proveCaller(world, request, endpoint.access);
      checkCaller(endpoint, caller);
      const found = foundInMemory(request);
      if (found) {
        sendJson(endpoint, reply, found);
        return;
      }
      const asked = { ...parseParts(endpoint, request), ...caller, request, reply };
      const handleWith = (upload: object = {}) => handle({ ...asked, ...upload } as Asked<E>);
      const result = endpoint.upload
        ? await receiveUpload(request, caller.person, endpoint.upload, (upload) => handleWith({ upload }))
        : await handleWith();
      await send(endpoint, reply, result);
    },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
}

function add(api: FastifyInstance, world: World, { endpoint, limit, begin, answer }: Route): void {
  const rateLimit = limit ? floodLimit(world, limit) : limit;
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, ...(rateLimit !== undefined && { rateLimit }) },
    ...(begin && { onRequest: [(request, reply) => begin(world, request, reply)] }),
    handler: (request, reply) => {
      answer(world, request, reply).catch((error) => reply.send(error));
    },
  });
}

/** Everything below /api. A route that does not declare its access cannot be added. */
export async function serveApi(api: FastifyInstance, world: World, routes: readonly Route[]): Promise<void> {
  api.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not declare who may call it.`);
  });
  await api.register(cookie);
  readOwnCookies(api, world.config);
  await api.register(rateLimit, rateLimits(world));
  const takesJson = ({ endpoint }: Route) => !endpoint.upload;
  for (const each of routes) if (takesJson(each)) add(api, world, each);
  await api.register(async (unparsed) => {
    leaveBodies(unparsed);
    for (const each of routes) if (!takesJson(each)) add(unparsed, world, each);
  });
  api.all("/api/*", { config: { access: "anyone", rateLimit: false } }, handleUnknownPath);
}
