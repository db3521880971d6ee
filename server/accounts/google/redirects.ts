// Redirects of the whole page to the provider, and from there back to the app.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Forbidden, Gone, isRefusal, NotFound, Unavailable } from "#server/errors.ts";
import { knownTimeZone } from "#server/families/time-zones.ts";
import { bindBrowser, boundBrowser, returnBond, signInBond } from "#server/http/cookies.ts";
import { floodLimit, perAddress, takeCall } from "#server/http/limits.ts";
import type { RoundTrip, World } from "#server/world.ts";
import { type Attempt, beginAttempt, takeAttempt } from "./attempts.ts";
import { arrive } from "./identities.ts";
import { makeReturnToken } from "./return-tokens.ts";

const path = "/api/auth/google";
const maxCodeLength = 64;

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split("?")[1]);

const tripOf = ({ config }: World, state: string): RoundTrip => ({
  redirectUri: `${config.publicUrl}${path}/callback`,
  scope: "openid email profile",
  state,
});

function wishOf(request: FastifyRequest): Attempt {
  const query = queryOf(request);
  const inviteCode = query.get("inviteCode")?.slice(0, maxCodeLength) || undefined;
  return { inviteCode, timeZone: knownTimeZone(query.get("timeZone") ?? undefined) };
}

async function leave(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const browser = bindBrowser(request, reply, world.config, signInBond);
  const state = await beginAttempt(world, browser, wishOf(request));
  return await world.senders.google.addressFor(tripOf(world, state));
}

/** If the invitation is closed by now, its page says so. */
function unlessClosed(error: unknown): undefined {
  if (error instanceof NotFound || error instanceof Gone) return undefined;
  throw error;
}

async function welcome(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { personId, inviteCode }: { personId: number; inviteCode: string | undefined },
): Promise<string> {
  const browser = bindBrowser(request, reply, world.config, returnBond);
  const token = await makeReturnToken(world, browser, personId);
  const asked = inviteCode ? `&inviteCode=${encodeURIComponent(inviteCode)}` : "";
  return `/?token=${token}&auth=success${asked}`;
}

async function comeBack(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const answer = queryOf(request);
  const state = answer.get("state") ?? "";
  const attempt = await takeAttempt(world, boundBrowser(request, signInBond) ?? "", state);
  if (!attempt) throw new Forbidden();
  const vouched = await world.senders.google.redeem(tripOf(world, state), answer);
  const { inviteCode } = attempt;
  const personId = await arrive(world, vouched, attempt).catch(unlessClosed);
  if (personId !== undefined) return await welcome(world, request, reply, { personId, inviteCode });
  return `/invite?code=${encodeURIComponent(inviteCode ?? "")}`;
}

/** web/accounts/sign-in-return.ts has the text for each of these. */
function failureOf(error: Error): string {
  if (error instanceof Unavailable) return "provider-unavailable";
  return error instanceof Forbidden ? "google_auth_failed" : "sign-in-failed";
}

function sayFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!isRefusal(error)) request.log.error({ reqId: request.id, err: error }, "a sign-in failed");
  reply.header("cache-control", "no-store").redirect(`/?error=${failureOf(error)}`);
}

export function serveGoogleSignIn(api: FastifyInstance, world: World): void {
  const options = { exposeHeadRoute: false, errorHandler: sayFailure };
  const config = { access: "anyone" as const };
  const limit = perAddress("provider-sign-ins");
  const rateLimit = floodLimit(world, limit);
  const noStore = (reply: FastifyReply) => reply.header("cache-control", "no-store");
  api.get(path, { ...options, config: { ...config, rateLimit } }, async (request, reply) => {
    await takeCall(world, request, limit);
    return noStore(reply).redirect(await leave(world, request, reply));
  });
  api.get(`${path}/callback`, { ...options, config }, async (request, reply) =>
    noStore(reply).redirect(await comeBack(world, request, reply)),
  );
}
