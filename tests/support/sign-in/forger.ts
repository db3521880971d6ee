// An OpenID provider that forges ID tokens as the test asks.
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { freePort } from "../free-port.ts";

export interface IdToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  key: KeyObject;
  /** Changes the token after it was signed. */
  afterwards: (token: string) => string | undefined;
}

export interface Forger {
  readonly env: Record<string, string>;
  /** Changes the next tokens before they are signed. */
  forge: (token: IdToken) => unknown;
  stop(): void;
}

export const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

function signed({ header, claims, key, afterwards }: IdToken): string | undefined {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = createSign("sha256").update(text).sign(key, "base64url");
  return afterwards(`${text}.${signature}`);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

const clientId = "porchlight";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The authorization code that a test sends becomes the nonce in the ID token. */
export async function startForger(port?: number): Promise<Forger> {
  const ownPort = port ?? (await freePort());
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/jwks") return response.end(JSON.stringify({ keys: [jwk] }));
    if (request.url !== "/token") return response.end(JSON.stringify(metadata));
    const nonce = (await formOf(request)).get("code");
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, sub: "1", nonce, iat: now, exp: now + 60, name: "Mallory" };
    const header = { alg: "RS256", kid: "key" };
    const token: IdToken = { header, claims, key: privateKey, afterwards: (text) => text };
    forger.forge(token);
    response.end(JSON.stringify({ access_token: "a", token_type: "Bearer", id_token: signed(token) }));
  });
  await new Promise<void>((done) => server.listen(ownPort, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${ownPort}`;
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "key", use: "sig", alg: "RS256" };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const forger: Forger = {
    env: { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: "a client's secret" },
    forge: () => undefined,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return forger;
}
