// Redirects the whole page to the provider, and from there back to the app.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Forbidden, Gone, isRefusal, NotFound, SignUpRefused, Unavailable } from "#server/errors.ts";
import { knownTimeZone } from "#server/families/time-zones.ts";
import { bindBrowser, boundBrowser, returnCookie, signInCookie } from "#server/http/cookies.ts";
import { floodLimit, perAddress, takeCall } from "#server/http/limits.ts";
import type { AuthorizationRequest, SignInProvider, World } from "#server/world.ts";
import { makeReturnToken } from "../return-tokens.ts";
import { type Attempt, beginAttempt, takeAttempt } from "./attempts.ts";
import { findOrAddPerson } from "./identities.ts";

const pathOf = ({ id }: SignInProvider): string => `/api/auth/${id}`;
const maxCodeLength = 64;

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split("?")[1]);

const authorizationRequest = (
  { config }: World,
  provider: SignInProvider,
  state: string,
): AuthorizationRequest => ({
  redirectUri: `${config.publicUrl}${pathOf(provider)}/callback`,
  scope: "openid email profile",
  state,
});

async function attemptIn(
  { database }: World,
  request: FastifyRequest,
  { id: provider }: SignInProvider,
): Promise<Attempt> {
  const query = queryOf(request);
  const inviteCode = query.get("inviteCode")?.slice(0, maxCodeLength) || undefined;
  const timeZone = await knownTimeZone(database.kysely, query.get("timeZone") ?? undefined);
  return { provider, inviteCode, timeZone };
}

async function startSignIn(
  world: World,
  provider: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const browser = bindBrowser(request, reply, world.config, signInCookie);
  const state = await beginAttempt(world, browser, await attemptIn(world, request, provider));
  return await provider.authorizationUrl(authorizationRequest(world, provider, state));
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
  const browser = bindBrowser(request, reply, world.config, returnCookie);
  const token = await makeReturnToken(world, browser, personId);
  const invitation = inviteCode ? `&inviteCode=${encodeURIComponent(inviteCode)}` : "";
  return `/?token=${token}&auth=success${invitation}`;
}

async function finishSignIn(
  world: World,
  provider: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const parameters = queryOf(request);
  const state = parameters.get("state") ?? "";
  const browser = boundBrowser(request, signInCookie) ?? "";
  const attempt = await takeAttempt(world, { provider: provider.id, browser, state });
  if (!attempt) throw new Forbidden();
  const account = await provider.exchangeCode(authorizationRequest(world, provider, state), parameters);
  const { inviteCode } = attempt;
  const personId = await findOrAddPerson(world, account, attempt).catch(ignoreClosedInvitation);
  if (personId !== undefined) return await returnUrl(world, request, reply, { personId, inviteCode });
  return `/invite?code=${encodeURIComponent(inviteCode ?? "")}`;
}

/** web/accounts/sign-in-return.ts has the text for each of these. */
function failureOf(error: Error, { id }: SignInProvider): string {
  if (error instanceof Unavailable) return "provider-unavailable";
  if (error instanceof SignUpRefused) return "sign-up-refused";
  // The specification has a text of its own for Google.
  return error instanceof Forbidden && id === "google" ? "google_auth_failed" : "sign-in-failed";
}

function serveIcon(api: FastifyInstance, provider: SignInProvider): void {
  const { icon } = provider;
  if (!icon) return;
  const config = { access: "anyone" as const };
  api.get(`${pathOf(provider)}/icon`, { exposeHeadRoute: false, config }, (_request, reply) =>
    reply.type(icon.type).header("cache-control", "public, max-age=3600").send(icon.bytes),
  );
}

function serveProvider(api: FastifyInstance, world: World, provider: SignInProvider): void {
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!isRefusal(error)) request.log.error({ reqId: request.id, err: error }, "a sign-in failed");
    reply.header("cache-control", "no-store").redirect(`/?error=${failureOf(error, provider)}`);
  };
  const options = { exposeHeadRoute: false, errorHandler };
  const config = { access: "anyone" as const };
  const limit = perAddress("provider-sign-ins");
  const rateLimit = floodLimit(world, limit);
  const noStore = (reply: FastifyReply) => reply.header("cache-control", "no-store");
  api.get(pathOf(provider), { ...options, config: { ...config, rateLimit } }, async (request, reply) => {
    await takeCall(world, request, limit);
    return noStore(reply).redirect(await startSignIn(world, provider, request, reply));
  });
  api.get(`${pathOf(provider)}/callback`, { ...options, config }, async (request, reply) =>
    noStore(reply).redirect(await finishSignIn(world, provider, request, reply)),
  );
}

export function serveSignInProviders(api: FastifyInstance, world: World): void {
  for (const provider of world.senders.signInProviders) {
    serveProvider(api, world, provider);
    serveIcon(api, provider);
  }
}
