// The OpenID Connect providers besides Google that people can sign in with.
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type { Environment } from "./environment.ts";
import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

/** An image that is shown next to the provider's name. */
export interface ProviderIcon {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Our client id and secret at an OpenID Connect provider. */
export interface OidcClient {
  /** Compared character by character, so a slash at its end stays. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OidcProvider extends OidcClient {
  /** The last part of its address: /api/auth/{id}. */
  readonly id: string;
  /** As in "Sign in with Keycloak". */
  readonly name: string;
  readonly icon: ProviderIcon | undefined;
}

export function checkIssuer(name: string, issuer: string): string {
  const url = URL.parse(issuer);
  const isHere = url?.protocol === "http:" && isLoopback(url.hostname);
  if (url?.protocol === "https:" || isHere) return issuer;
  throw new Error(`${name} must be an address that starts with https://, not "${issuer}".`);
}

const iconTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};
const maxIconBytes = 64 * 1024;

function readIcon(name: string, path: string | undefined): ProviderIcon | undefined {
  if (!path) return undefined;
  const type = iconTypes[extname(path).toLowerCase()];
  if (!type) throw new Error(`${name} must be the path of an SVG, PNG or WebP file, not "${path}".`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Error(`${name} names a file that cannot be read: "${path}".`);
  }
  if (bytes.length > maxIconBytes) throw new Error(`${name} must be a file of at most 64 KB: "${path}".`);
  return { type, bytes };
}

/** Other endpoints below /api/auth have these names, and Google has settings of its own. */
const reserved = new Set(["google", "logout", "options", "passkey", "register", "status"]);

function readProvider(env: Environment, id: string): OidcProvider {
  const prefix = `OIDC_${id.toUpperCase()}`;
  const required = (name: string): string => {
    const value = env[`${prefix}_${name}`];
    if (!value) throw new Error(`OIDC_PROVIDERS names ${id}, so ${prefix}_${name} must be set.`);
    return value;
  };
  const name = required("NAME");
  if (name.length > 40) throw new Error(`${prefix}_NAME must have at most 40 characters.`);
  return {
    id,
    name,
    issuer: checkIssuer(`${prefix}_ISSUER`, required("ISSUER")),
    clientId: required("CLIENT_ID"),
    clientSecret: required("CLIENT_SECRET"),
    icon: readIcon(`${prefix}_ICON`, env[`${prefix}_ICON`]),
  };
}

export const signInSettings: readonly Setting[] = [
  {
    names: ["OIDC_PROVIDERS"],
    purpose:
      "More sign-in providers, such as `keycloak,authentik`. Each name has the variables of the next line. Register `PUBLIC_URL/api/auth/keycloak/callback` there",
  },
  {
    names: [
      "OIDC_KEYCLOAK_NAME",
      "OIDC_KEYCLOAK_ISSUER",
      "OIDC_KEYCLOAK_CLIENT_ID",
      "OIDC_KEYCLOAK_CLIENT_SECRET",
      "OIDC_KEYCLOAK_ICON",
    ],
    purpose:
      "Its name on the button, its issuer as in its discovery document (for Microsoft with the id of your tenant, not `common`), our client there, and the path of a picture (SVG, PNG or WebP, at most 64 KB; optional)",
  },
];

/** In the order of OIDC_PROVIDERS, in which the sign-up page shows them. */
export function readSignInProviders(env: Environment): OidcProvider[] {
  const ids = (env.OIDC_PROVIDERS ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  for (const id of ids) {
    if (!/^[a-z][a-z0-9]{1,29}$/.test(id))
      throw new Error(`OIDC_PROVIDERS must name providers in small letters, such as keycloak, not "${id}".`);
    if (reserved.has(id)) throw new Error(`OIDC_PROVIDERS cannot name a provider "${id}".`);
  }
  if (new Set(ids).size < ids.length) throw new Error("OIDC_PROVIDERS must name each provider once.");
  return ids.map((id) => readProvider(env, id));
}
