import { describe, expect, it } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { Client } from "#tests/support/client.ts";
import { useServer } from "#tests/support/server.ts";
import { exchange, returnTokenIn, signInAt } from "#tests/support/sign-in/google.ts";

const server = useServer();
const choice = { account: "sandbox-anna" };

async function comeBack() {
  const browser = new Client(server().url);
  const address = await signInAt(browser, choice);
  return { browser, address };
}

async function statusWith(browser: Client, token: string) {
  browser.token = token;
  return (await browser.ask(getStatus)).status;
}

describe("the token in the address", () => {
  it("is exchanged by the first status call for a session token, also as a cookie", async () => {
    const { browser, address } = await comeBack();
    expect(address).toMatch(/^\/\?token=[\w-]{22}&auth=success$/);
    const { token } = await exchange(browser, address);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(token).not.toBe(returnTokenIn(address));
    expect((await browser.ask(getFamily)).status).toBe(200);
    expect(browser.cookieHeader).toContain(`porchlight_session=${token}`);
    expect(browser.cookieHeader).not.toContain("porchlight_return");
    expect((await browser.call(getStatus)).token).toBeUndefined();
  });

  it("alone, without the cookie of the redirect, is worth nothing", async () => {
    const { browser, address } = await comeBack();
    expect(await statusWith(new Client(server().url), returnTokenIn(address))).toBe(401);
    // A person who uses the token in another browser does not spoil it for the one it was sent to.
    expect(await statusWith(browser, returnTokenIn(address))).toBe(200);
  });

  it("is worth nothing with the cookie of another sign-in", async () => {
    const [one, other] = [await comeBack(), await comeBack()];
    expect(await statusWith(other.browser, returnTokenIn(one.address))).toBe(401);
  });

  it("works once", async () => {
    const { browser, address } = await comeBack();
    const kept = new Client(server().url);
    const cookie = browser.cookieHeader;
    await exchange(browser, address);
    const headers = { cookie, authorization: `Bearer ${returnTokenIn(address)}` };
    expect((await kept.fetch("GET", "/api/auth/status", { headers })).status).toBe(401);
  });

  it("starts one session for two calls at once", async () => {
    const { browser, address } = await comeBack();
    browser.token = returnTokenIn(address);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await browser.ask(getStatus)).status));
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  it("works for a minute", async () => {
    const { browser, address } = await comeBack();
    server().clock.advance(minuteMs);
    expect(await statusWith(browser, returnTokenIn(address))).toBe(401);
  });

  it("opens nothing but the status", async () => {
    const { browser, address } = await comeBack();
    browser.token = returnTokenIn(address);
    expect((await browser.ask(getFamily)).status).toBe(401);
  });

  it("starts no session before it is exchanged, and is stored only as a hash", async () => {
    const sessions = () => server().database.kysely.selectFrom("sessions").select("id").execute();
    const before = await sessions();
    const { address } = await comeBack();
    expect(await sessions()).toEqual(before);
    const [kept] = await server().database.kysely.selectFrom("return_tokens").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(returnTokenIn(address));
  });

  it("comes in a response that is not stored and sends no referrer", async () => {
    const browser = new Client(server().url);
    const leaving = await browser.fetch("GET", "/api/auth/google");
    expect(leaving.headers.get("cache-control")).toBe("no-store");
    expect(leaving.headers.get("referrer-policy")).toBe("no-referrer");
    expect(leaving.headers.getSetCookie()[0]).toMatch(
      /^porchlight_sign_in_[\w-]{8}=[\w-]{22}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});
