// The client of an OpenID Connect provider, such as Google.
import type { Configuration, CustomFetch, IDToken } from "openid-client";
import type { OidcClient } from "#server/platform/config/sign-in-providers.ts";
import { Forbidden, Unavailable } from "#server/platform/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type {
  AuthorizationRequest,
  Google,
  OpenIdClient,
  ProviderAccount,
  World,
} from "#server/platform/world.ts";

type Library = typeof import("openid-client");

interface Discovered {
  readonly library: Library;
  readonly configuration: Configuration;
}

const seconds = 10;

/** The nonce and the PKCE verifier follow from the state and the server's key, so neither has to be stored. */
function oneTimeSecrets(secrets: Secrets, { state }: AuthorizationRequest) {
  const derive = (what: string) => secrets.mac(`sign-in ${what} ${state}`).toString("base64url");
  return { nonce: derive("nonce"), codeVerifier: derive("verifier") };
}

// The library takes a moment to load, so it is loaded with the first sign-in and not when the server starts.
async function discover(
  { issuer, clientId, clientSecret }: OidcClient,
  fetch: CustomFetch | undefined,
): Promise<Discovered> {
  const library = await import("openid-client");
  const isPlain = issuer.startsWith("http:");
  const configuration = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: seconds,
    // Without this, the library accepts a token over TLS without checking its signature.
    execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
    ...(fetch && { [library.customFetch]: fetch }),
  });
  return { library, configuration };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Whether the provider did not answer, or had an error of its own. Any other error means that its answer was invalid. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError || codeOf(error) === "OAUTH_TIMEOUT") return true;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response && cause.status >= 500;
}

function identityOf({ iss, sub, name, email, email_verified }: IDToken) {
  const isVerified = typeof email === "string" && email_verified === true;
  return {
    issuer: iss,
    subject: sub,
    name: typeof name === "string" ? name : undefined,
    email: isVerified ? email : undefined,
  };
}

async function authorizationUrl(
  { library, configuration }: Discovered,
  secrets: Secrets,
  request: AuthorizationRequest,
): Promise<string> {
  const { redirectUri, scope, state } = request;
  const { nonce, codeVerifier } = oneTimeSecrets(secrets, request);
  const address = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...request.extra,
  });
  return address.href;
}

async function exchangeCode(
  { library, configuration }: Discovered,
  secrets: Secrets,
  request: AuthorizationRequest,
  parameters: URLSearchParams,
): Promise<ProviderAccount> {
  const { redirectUri, scope, state } = request;
  const { nonce, codeVerifier } = oneTimeSecrets(secrets, request);
  const cameBackTo = new URL(`${redirectUri}?${parameters}`);
  const tokens = await library.authorizationCodeGrant(configuration, cameBackTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new Forbidden("The provider did not say who signed in.");
  return { ...identityOf(claims), scope: tokens.scope ?? scope, refreshToken: tokens.refresh_token };
}

async function grant({ library, configuration }: Discovered, refreshToken: string): Promise<Grant> {
  const { access_token: token, expires_in: seconds = 0 } = await library.refreshTokenGrant(
    configuration,
    refreshToken,
  );
  return { token, seconds };
}

/** Exchanges a refresh token, which lasts, for an access token, which works for an hour. */
export interface Grant {
  readonly token: string;
  readonly seconds: number;
}

export interface OpenIdProvider extends OpenIdClient, Pick<Google, "revoke"> {
  grant(refreshToken: string): Promise<Grant>;
}

/** Requests to the provider go through `fetch`, if one is given. */
export function openIdProvider(
  provider: OidcClient & { readonly name: string },
  { secrets, log }: Pick<World, "secrets" | "log">,
  fetch?: CustomFetch,
): OpenIdProvider {
  let discovered: Promise<Discovered> | undefined;
  const discovery = (): Promise<Discovered> => {
    discovered ??= discover(provider, fetch).catch((error) => {
      discovered = undefined;
      log.error({ reason: String(error), code: codeOf(error) }, "the sign-in provider could not be reached");
      throw new Unavailable();
    });
    return discovered;
  };
  const refuse = (error: unknown): never => {
    // Only its message is logged, because the library's errors carry tokens.
    log.warn({ reason: String(error), code: codeOf(error) }, "the sign-in provider's answer was refused");
    throw isUnreachable(error)
      ? new Unavailable()
      : new Forbidden(`${provider.name} did not confirm this sign-in.`);
  };
  return {
    authorizationUrl: async (request) => authorizationUrl(await discovery(), secrets, request),
    exchangeCode: async (request, parameters) =>
      exchangeCode(await discovery(), secrets, request, parameters).catch(refuse),
    grant: async (refreshToken) => grant(await discovery(), refreshToken),
    async revoke(token) {
      const { library, configuration } = await discovery();
      await library.tokenRevocation(configuration, token).catch(refuse);
    },
  };
}
