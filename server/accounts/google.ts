import type { FastifyInstance } from "fastify";

/** Not a call but a redirect of the whole page: no provider is configured yet, and the app says so in words. */
export function serveGoogleSignIn(api: FastifyInstance): void {
  const options = { exposeHeadRoute: false, config: { access: "anyone" as const } };
  api.get("/api/auth/google", options, (_request, reply) => reply.redirect("/?error=provider-unavailable"));
}
