// Redirects the whole page to the provider, and from there back to the app.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Forbidden, Gone, isRefusal, NotFound, Unavailable } from "#server/errors.ts";
import { knownTimeZone } from "#server/families/time-zones.ts";
import { bindBrowser, boundBrowser, returnBond, signInBond } from "#server/http/cookies.ts";
import { floodLimit, perAddress, takeCall } from "#server/http/limits.ts";
import type { AuthorizationRequest, World } from "#server/world.ts";
import { type Attempt, beginAttempt, takeAttempt } from "./attempts.ts";
import { findOrAddPerson } from "./identities.ts";
import { makeReturnToken } from "./return-tokens.ts";

const path = "/api/auth/google";
const maxCodeLength = 64;

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split("?")[1]);

const authorizationRequest = ({ config }: World, state: string): AuthorizationRequest => ({
  redirectUri: `${config.publicUrl}${path}/callback`,
  scope: "openid email profile",
  state,
});

function attemptIn(request: FastifyRequest): Attempt {
  const query = queryOf(request);
  const inviteCode = query.get("inviteCode")?.slice(0, maxCodeLength) || undefined;
  return { inviteCode, timeZone: knownTimeZone(query.get("timeZone") ?? undefined) };
}

async function startSignIn(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const browser = bindBrowser(request, reply, world.config, signInBond);
  const state = await beginAttempt(world, browser, attemptIn(request));
  return await world.senders.google.authorizationUrl(authorizationRequest(world, state));
}

/** If the invitation is closed by now, its page says so. */
function ignoreClosedInvitation(error: unknown): undefined {
  if (error instanceof NotFound || error instanceof Gone) return undefined;
  throw error;
}

async function returnUrl(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { personId, inviteCode }: { personId: number; inviteCode: string | undefined },
): Promise<string> {
  const browser = bindBrowser(request, reply, world.config, returnBond);
  const token = await makeReturnToken(world, browser, personId);
  const invitation = inviteCode ? `&inviteCode=${encodeURIComponent(inviteCode)}` : "";
  return `/?token=${token}&auth=success${invitation}`;
}

async function finishSignIn(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const parameters = queryOf(request);
  const state = parameters.get("state") ?? "";
  const attempt = await takeAttempt(world, boundBrowser(request, signInBond) ?? "", state);
  if (!attempt) throw new Forbidden();
  const account = await world.senders.google.exchangeCode(authorizationRequest(world, state), parameters);
  const { inviteCode } = attempt;
  const personId = await findOrAddPerson(world, account, attempt).catch(ignoreClosedInvitation);
  if (personId !== undefined) return await returnUrl(world, request, reply, { personId, inviteCode });
  return `/invite?code=${encodeURIComponent(inviteCode ?? "")}`;
}

/** web/accounts/sign-in-return.ts has the text for each of these. */
function failureOf(error: Error): string {
  if (error instanceof Unavailable) return "provider-unavailable";
  return error instanceof Forbidden ? "google_auth_failed" : "sign-in-failed";
}

function redirectWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!isRefusal(error)) request.log.error({ reqId: request.id, err: error }, "a sign-in failed");
  reply.header("cache-control", "no-store").redirect(`/?error=${failureOf(error)}`);
}

export function serveGoogleSignIn(api: FastifyInstance, world: World): void {
  const options = { exposeHeadRoute: false, errorHandler: redirectWithError };
  const config = { access: "anyone" as const };
  const limit = perAddress("provider-sign-ins");
  const rateLimit = floodLimit(world, limit);
  const noStore = (reply: FastifyReply) => reply.header("cache-control", "no-store");
  api.get(path, { ...options, config: { ...config, rateLimit } }, async (request, reply) => {
    await takeCall(world, request, limit);
    return noStore(reply).redirect(await startSignIn(world, request, reply));
  });
  api.get(`${path}/callback`, { ...options, config }, async (request, reply) =>
    noStore(reply).redirect(await finishSignIn(world, request, reply)),
  );
}
