// An OpenID Connect provider on its own port, such as a family may run. It signs in one person without asking.
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { memory } from "#dev/sandbox/google/provider.ts";
import { StandIn } from "../stand-in.ts";

interface Account {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

const publicUrl = "http://localhost:3000";
const secret = "a client's secret";

export class OpenIdServer extends StandIn {
  readonly #id: string;
  readonly #name: string;
  readonly #account: Account;
  #provider: Provider | undefined;
  /** The origin at which the test's browser finds the server, if that is not its public address. */
  browserOrigin = publicUrl;

  constructor(id: string, name: string, account: Account) {
    super();
    this.#id = id;
    this.#name = name;
    this.#account = account;
  }

  /** The server's settings for this provider, in addition to OIDC_PROVIDERS. */
  get env(): Record<string, string> {
    const settings = {
      NAME: this.#name,
      ISSUER: this.origin,
      CLIENT_ID: "porchlight",
      CLIENT_SECRET: secret,
    };
    const prefix = `OIDC_${this.#id.toUpperCase()}_`;
    return Object.fromEntries(Object.entries(settings).map(([name, value]) => [prefix + name, value]));
  }

  #opened(): Provider {
    this.#provider ??= this.#newProvider();
    return this.#provider;
  }

  #newProvider(): Provider {
    const { subject, name, email } = this.#account;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const provider = new Provider(this.origin, {
      adapter: memory,
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
      cookies: { keys: ["the key of a test's cookies"] },
      scopes: ["openid", "email", "profile"],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      conformIdTokenClaims: false,
      expiresWithSession: () => false,
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      clients: [
        {
          client_id: "porchlight",
          client_secret: secret,
          grant_types: ["authorization_code"],
          token_endpoint_auth_method: "client_secret_post",
          redirect_uris: [`${publicUrl}/api/auth/${this.#id}/callback`],
        },
      ],
      interactions: { url: (_context, { uid }) => `/choose/${uid}` },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, name, email, email_verified: true }),
      }),
    });
    provider.use(async (context, next) => {
      if (!context.path.startsWith("/choose/")) {
        await next();
        const location = context.response.get("location");
        if (location) context.response.set("location", location.replace(publicUrl, this.browserOrigin));
        return;
      }
      const grant = new provider.Grant({ accountId: subject, clientId: "porchlight" });
      grant.addOIDCScope("openid email profile");
      const consent = { grantId: await grant.save() };
      const result = { login: { accountId: subject, remember: false }, consent };
      await provider.interactionFinished(context.req, context.res, result);
      context.respond = false;
    });
    return provider;
  }

  protected override handle(request: IncomingMessage, response: ServerResponse): unknown {
    return this.#opened().callback()(request, response);
  }
}
