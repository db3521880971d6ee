// Several sign-in providers besides Google, each its own issuer.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { getSignInOptions } from "#contract/accounts/sign-in.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { Client } from "#tests/support/client.ts";
import { newFolder } from "#tests/support/folder.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { arriveByGoogle, exchange, locationOf } from "#tests/support/sign-in/google.ts";
import { OpenIdServer } from "#tests/support/sign-in/open-id-server.ts";

const anna = { subject: "1", name: "Anna Reyes", email: "anna@keycloak.example" };
const keycloak = new OpenIdServer("keycloak", "Keycloak", anna);
const authentik = new OpenIdServer("authentik", "Our Authentik", {
  ...anna,
  email: "anna@authentik.example",
});
let folder: string;
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';

let server: TestServer;
beforeAll(async () => {
  await Promise.all([keycloak.open(), authentik.open()]);
  folder = await newFolder();
  const icon = join(folder, "keycloak.svg");
  await writeFile(icon, picture);
  const ids = { SANDBOX: "on", OIDC_PROVIDERS: "keycloak, authentik", OIDC_KEYCLOAK_ICON: icon };
  server = await startServer({ env: { ...ids, ...keycloak.env, ...authentik.env } });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([keycloak.close(), authentik.close()]);
  await rm(folder, { recursive: true });
});

/** Follows the provider's redirects with its cookies, as a browser does, until one leads back to us. */
async function throughProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  while (next.origin !== "http://localhost:3000") {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [name = "", value = ""] = each.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
  }
  return next.pathname + next.search;
}

async function signInWith(id: string, browser = new Client(server.url)) {
  const callback = await throughProvider(await locationOf(browser, `/api/auth/${id}`));
  const back = await locationOf(browser, callback);
  return { ...(await exchange(browser, back)), browser };
}

it("offers all of them, Google first, with their names and icons", async () => {
  const { providers } = await new Client(server.url).call(getSignInOptions);
  expect(providers).toEqual([
    { id: "google", name: "Google", icon: null },
    { id: "keycloak", name: "Keycloak", icon: "/api/auth/keycloak/icon" },
    { id: "authentik", name: "Our Authentik", icon: null },
  ]);
  const icon = await new Client(server.url).fetch("GET", "/api/auth/keycloak/icon");
  expect([icon.headers.get("content-type"), await icon.text()]).toEqual(["image/svg+xml", picture]);
  expect(icon.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await new Client(server.url).fetch("GET", "/api/auth/authentik/icon")).status).toBe(404);
});

it("signs somebody up, and knows them again", async () => {
  const first = await signInWith("keycloak");
  expect(first.user).toMatchObject({ displayName: "Anna Reyes", role: "admin" });
  expect((await signInWith("keycloak")).user).toEqual(first.user);
  const { email, providers } = await first.browser.call(getAccount);
  expect(email).toBe("anna@keycloak.example");
  expect(providers).toEqual([{ id: "keycloak", name: "Keycloak", icon: "/api/auth/keycloak/icon" }]);
});

it("treats the same subject at another issuer as a different person", async () => {
  const [ofKeycloak, ofAuthentik] = [await signInWith("keycloak"), await signInWith("authentik")];
  expect(ofAuthentik.user.id).not.toBe(ofKeycloak.user.id);
  const ofGoogle = await arriveByGoogle(server, { account: "sandbox-anna" });
  expect([ofKeycloak.user.id, ofAuthentik.user.id]).not.toContain(ofGoogle.user.id);
});

it("refuses the answer of one provider at the address of another", async () => {
  const browser = new Client(server.url);
  const callback = await throughProvider(await locationOf(browser, "/api/auth/keycloak"));
  const elsewhere = callback.replace("/keycloak/", "/authentik/");
  expect(await locationOf(browser, elsewhere)).toBe("/?error=sign-in-failed");
  const toGoogle = callback.replace("/keycloak/", "/google/");
  expect(await locationOf(browser, toGoogle)).toBe("/?error=google_auth_failed");
  expect(await locationOf(browser, callback)).toContain("auth=success");
});

it("says that a provider cannot be reached, while the others keep working", async () => {
  const away = new OpenIdServer("keycloak", "Keycloak", anna);
  await away.open();
  const { env } = away;
  await away.close();
  const other = await startServer({ env: { OIDC_PROVIDERS: "keycloak", SANDBOX: "on", ...env } });
  try {
    const browser = new Client(other.url);
    expect(await locationOf(browser, "/api/auth/keycloak")).toBe("/?error=provider-unavailable");
    expect((await arriveByGoogle(other, { account: "sandbox-ben" })).user.displayName).toBe("Ben Reyes");
  } finally {
    await other.stop();
  }
});

describe("the configuration", () => {
  const env = {
    OIDC_PROVIDERS: "keycloak",
    OIDC_KEYCLOAK_NAME: "Keycloak",
    OIDC_KEYCLOAK_ISSUER: "https://id.example/realms/family/",
    OIDC_KEYCLOAK_CLIENT_ID: "porchlight",
    OIDC_KEYCLOAK_CLIENT_SECRET: "kept",
  };

  test("a provider's issuer is kept character by character, and turns the sandbox off", () => {
    const { signInProviders, isSandbox } = readConfig(env);
    expect(signInProviders).toMatchObject([{ id: "keycloak", issuer: "https://id.example/realms/family/" }]);
    expect(isSandbox).toBe(false);
  });

  test.each([
    [{ OIDC_PROVIDERS: "keycloak,gitea" }, "OIDC_PROVIDERS names gitea, so OIDC_GITEA_NAME must be set."],
    [{ OIDC_PROVIDERS: "keycloak,keycloak" }, "OIDC_PROVIDERS must name each provider once."],
    [{ OIDC_PROVIDERS: "google" }, 'OIDC_PROVIDERS cannot name a provider "google".'],
    [{ OIDC_PROVIDERS: "status" }, 'OIDC_PROVIDERS cannot name a provider "status".'],
    [{ OIDC_PROVIDERS: "Key-Cloak" }, "OIDC_PROVIDERS must name providers in small letters"],
    [
      { OIDC_KEYCLOAK_ISSUER: "http://id.example" },
      "OIDC_KEYCLOAK_ISSUER must be an address that starts with https://",
    ],
    [{ OIDC_KEYCLOAK_CLIENT_SECRET: "" }, "OIDC_KEYCLOAK_CLIENT_SECRET must be set"],
    [{ OIDC_KEYCLOAK_ICON: "icon.gif" }, "OIDC_KEYCLOAK_ICON must be the path of an SVG, PNG or WebP file"],
    [{ OIDC_KEYCLOAK_ICON: "/nowhere.svg" }, "OIDC_KEYCLOAK_ICON names a file that cannot be read"],
  ])("%j is refused in words", (changed, words) => {
    expect(() => readConfig({ ...env, ...changed })).toThrow(words);
  });
});
