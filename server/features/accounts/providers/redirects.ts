// Redirects the whole page to the provider, and from there back to the app.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { knownTimeZone } from "#server/features/families/time-zones.ts";
import { Forbidden, isRefusal, SignUpRefused, Unavailable } from "#server/platform/errors.ts";
import { bindBrowser, boundBrowser, rememberReturn, signInCookie } from "#server/platform/http/cookies.ts";
import { floodLimit, perAddress, takeCall } from "#server/platform/http/limits.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { AuthorizationRequest, SignInProvider, World } from "#server/platform/world.ts";
import { type ReturnSecrets, storeReturnToken } from "../return-tokens.ts";
import { type Attempt, beginAttempt, findAttempt, oneUseOf } from "./attempts.ts";
import { findOrAddPerson } from "./identities.ts";
import { doOnce } from "./one-use-states.ts";

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
  const state = randomCode();
  const browser = bindBrowser(request, reply, world.config, signInCookie(state));
  await beginAttempt(world, { browser, state }, await attemptIn(world, request, provider));
  return await provider.authorizationUrl(authorizationRequest(world, provider, state));
}

/** These follow from the state, the browser and the server's key, so a repeated return gets the same without storing them. */
function returnSecrets({ secrets }: World, browser: string, state: string): ReturnSecrets {
  const derive = (what: string) =>
    secrets.mac(`return ${what} ${state} ${browser}`).toString("base64url").slice(0, 22);
  return { token: derive("token"), browser: derive("browser") };
}

async function finishSignIn(
  world: World,
  provider: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const parameters = queryOf(request);
  const state = parameters.get("state") ?? "";
  const browser = boundBrowser(request, signInCookie(state)) ?? "";
  const attempt = await findAttempt(world, { browser, state }, provider.id);
  if (!attempt) throw new Forbidden();
  const code = encodeURIComponent(attempt.inviteCode ?? "");
  const back = returnSecrets(world, browser, state);
  await doOnce(oneUseOf(world, state), async () => {
    const account = await provider.exchangeCode(authorizationRequest(world, provider, state), parameters);
    await storeReturnToken(world, back, await findOrAddPerson(world, account, attempt));
  });
  rememberReturn(reply, world.config, back);
  return `/?token=${back.token}&auth=success${code && `&inviteCode=${code}`}`;
}

/** web/features/accounts/sign-in-return.ts has the text for each of these. */
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
