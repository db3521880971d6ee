// A certified OpenID Connect provider in this process takes the place of Google in the sandbox. It keeps everything in
// memory.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Adapter, AdapterFactory, AdapterPayload, Configuration, Provider } from "oidc-provider";
import { daySeconds, hourSeconds } from "#contract/durations.ts";
import type { GoogleClient as Client } from "#server/platform/config/config.ts";
import { accountOf } from "./accounts.ts";
import { answerCalendars, calendarScope, isOfCalendars } from "./calendar-api.ts";
import { failedPage } from "./page.ts";

interface Kept {
  payload: AdapterPayload;
  until: number;
}

class Memory implements Adapter {
  readonly #kept = new Map<string, Kept>();

  async upsert(id: string, payload: AdapterPayload, seconds = Number.POSITIVE_INFINITY): Promise<void> {
    for (const [old, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(old);
    this.#kept.set(id, { payload, until: Date.now() + seconds * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = this.#kept.get(id);
    return kept && kept.until > Date.now() ? kept.payload : undefined;
  }

  async consume(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept) kept.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }

  // Only sessions and device codes are looked up by these.
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

/** Forgets who is signed in, so that it asks for an account each time. */
class Forgetful extends Memory {
  override async upsert(): Promise<void> {}
}

export const memory: AdapterFactory = (model) => (model === "Session" ? new Forgetful() : new Memory());

export const mount = "/sandbox/google";

function keysOf(): Pick<Configuration, "jwks" | "cookies"> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
  };
}

const clientOf = ({ clientId, clientSecret }: Client, origin: string) => ({
  client_id: clientId,
  client_secret: clientSecret,
  token_endpoint_auth_method: "client_secret_post" as const,
  grant_types: ["authorization_code", "refresh_token"],
  redirect_uris: [`${origin}/api/auth/google/callback`, `${origin}/api/calendar/google/callback`],
});

/** As at Google, the ID token identifies the person, and offline access comes with the calendar. */
const asGoogle: Configuration = {
  scopes: ["openid", "email", "profile", calendarScope],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  issueRefreshToken: async (_context, _client, source) => source.scopes.has(calendarScope),
  expiresWithSession: () => false,
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true, allowedPolicy: () => true },
  },
  ttl: {
    AccessToken: hourSeconds,
    IdToken: hourSeconds,
    Interaction: hourSeconds,
    RefreshToken: 30 * daySeconds,
    Grant: 30 * daySeconds,
    Session: daySeconds,
  },
  async findAccount(_context, subject) {
    const account = accountOf(subject);
    if (!account) return undefined;
    const { name, email } = account;
    return { accountId: subject, claims: () => ({ sub: subject, name, email, email_verified: true }) };
  },
  renderError(context) {
    context.type = "html";
    context.body = failedPage;
  },
};

/** Our own addresses become relative, so that people who use another name of this machine stay there. */
export const fromHere = (address: string, issuer: string): string => {
  const { origin } = new URL(issuer);
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
};

async function make(client: Client): Promise<Provider> {
  const { Provider } = await import("oidc-provider");
  const { issuer } = client;
  const path = new URL(issuer).pathname;
  const provider = new Provider(issuer, {
    ...asGoogle,
    ...keysOf(),
    adapter: memory,
    clients: [clientOf(client, issuer.slice(0, -mount.length))],
    interactions: { url: (_context, { uid }) => `${path}/choose/${uid}` },
  });
  provider.proxy = true;
  provider.use(async ({ response }, next) => {
    await next();
    const location = response.get("location");
    if (location) response.set("location", fromHere(location, issuer));
  });
  return provider;
}

export interface Opened {
  readonly provider: Provider;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

async function open(client: Client): Promise<Opened> {
  const provider = await make(client);
  const { host, protocol, pathname } = new URL(client.issuer);
  const answer = provider.callback();
  return {
    provider,
    answer(request, response) {
      const { url = "/" } = request;
      const path = url.slice(url.indexOf(mount) + mount.length);
      if (isOfCalendars(path)) return answerCalendars(provider, path, request, response);
      // The provider builds its own addresses from the request, so every request gets the public one.
      Object.assign(request.headers, { host, "x-forwarded-proto": protocol.slice(0, -1) });
      Object.assign(request, { originalUrl: pathname + path, url: path });
      return answer(request, response);
    },
  };
}

const opened = new Map<string, Promise<Opened>>();

/** One provider for each address, created at its first use. Its keys and data are kept in memory only. */
export function providerFor(client: Client): Promise<Opened> {
  const known = opened.get(client.issuer) ?? open(client);
  opened.set(client.issuer, known);
  return known;
}
