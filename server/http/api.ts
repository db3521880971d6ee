import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Access } from "#contract/endpoint.ts";
import type { World } from "#server/world.ts";
import { readOwnCookies } from "./cookies.ts";
import { handleUnknownPath } from "./errors.ts";
import { floodLimit, rateLimits } from "./limits.ts";
import type { Route } from "./route.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
}

function add(api: FastifyInstance, world: World, { endpoint, limit, answer }: Route): void {
  const rateLimit = limit ? floodLimit(world, limit) : limit;
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, ...(rateLimit !== undefined && { rateLimit }) },
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
  for (const each of routes) add(api, world, each);
  api.all("/api/*", { config: { access: "anyone", rateLimit: false } }, handleUnknownPath);
}
