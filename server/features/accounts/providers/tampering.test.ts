// Every invalid sign-in is refused in the same words, and leaves nothing behind.
import { generateKeyPairSync } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { Client } from "#tests/support/client.ts";
import { production, startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { encode, type Forger, type IdToken, startForger } from "#tests/support/sign-in/forger.ts";
import {
  chooseAt,
  comeBack,
  exchange,
  leaveForGoogle,
  locationOf,
  returnTokenIn,
} from "#tests/support/sign-in/google.ts";

const refused = "/?error=google_auth_failed";
const unreachable = "/?error=provider-unavailable";
const choice = { name: "Mallory", email: "mallory@example.com" };

async function rowsOf({ database: { kysely: db } }: TestServer) {
  const tables = ["people", "families", "memberships", "sessions", "identities", "return_tokens"] as const;
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
}

describe("at a real provider", () => {
  const server = useServer();
  const newBrowser = () => new Client(server().url);
  let before: number[];
  beforeEach(async () => {
    before = await rowsOf(server());
  });
  afterEach(async () => expect(await rowsOf(server())).toEqual(before));

  /** Runs a sign-in up to the moment when the browser comes back to us. */
  async function callbackFor(browser: Client): Promise<URL> {
    const callback = await chooseAt(browser, await leaveForGoogle(browser), choice);
    return new URL(callback, "http://localhost");
  }

  function pathWith(callback: URL, changed: Record<string, string | undefined>): string {
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
    }
    return callback.pathname + callback.search;
  }

  it("is refused if the person presses Cancel", async () => {
    const browser = newBrowser();
    const callback = await chooseAt(browser, await leaveForGoogle(browser), { cancel: "yes" });
    expect(callback).toContain("error=access_denied");
    expect(await comeBack(browser, callback)).toBe(refused);
  });

  it.each([
    ["a state that nobody gave", { state: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["no state", { state: undefined }],
    ["another code", { code: "stolen" }],
    ["no code", { code: undefined }],
    ["the name of another issuer", { iss: "https://evil.example" }],
    ["an error beside a code", { error: "server_error" }],
  ])("refuses %s", async (_, changed) => {
    const browser = newBrowser();
    expect(await comeBack(browser, pathWith(await callbackFor(browser), changed))).toBe(refused);
  });

  it("refuses the state of another sign-in, even in the same browser", async () => {
    const browser = newBrowser();
    const [one, other] = [await callbackFor(browser), await callbackFor(browser)];
    const state = other.searchParams.get("state") ?? "";
    expect(await comeBack(browser, pathWith(one, { state }))).toBe(refused);
  });

  it("refuses a sign-in that another browser started, which that one can still finish", async () => {
    const anna = newBrowser();
    const callback = pathWith(await callbackFor(anna), {});
    expect(await comeBack(newBrowser(), callback)).toBe(refused);
    const mallory = newBrowser();
    await leaveForGoogle(mallory);
    expect(await comeBack(mallory, callback)).toBe(refused);
  });

  it("refuses a sign-in that was started more than ten minutes ago", async () => {
    const browser = newBrowser();
    const callback = pathWith(await callbackFor(browser), {});
    server().clock.advance(10 * minuteMs);
    expect(await comeBack(browser, callback)).toBe(refused);
  });
});

describe("a response that comes a second time", () => {
  const server = useServer();
  const arrive = async () => {
    const browser = new Client(server().url);
    return { browser, callback: await chooseAt(browser, await leaveForGoogle(browser), choice) };
  };

  it("gets the answer of the first from the same browser, and signs in once", async () => {
    const { browser, callback } = await arrive();
    const [one, other] = await Promise.all([comeBack(browser, callback), comeBack(browser, callback)]);
    expect(one).toContain("auth=success");
    expect(other).toBe(one);
    const before = await rowsOf(server());
    expect(await comeBack(browser, callback)).toBe(one);
    expect(await rowsOf(server())).toEqual(before);
    expect((await exchange(browser, one)).user.displayName).toBe("Mallory");
    browser.token = returnTokenIn(one);
    expect((await browser.ask(getStatus)).status).toBe(401);
  });

  it("is refused from another browser, and after a minute", async () => {
    const { browser, callback } = await arrive();
    await comeBack(browser, callback);
    const before = await rowsOf(server());
    const other = new Client(server().url);
    await leaveForGoogle(other);
    expect(await comeBack(other, callback)).toBe(refused);
    const state = new URL(callback, "http://localhost").searchParams.get("state") ?? "";
    expect(await comeBack(browser, callback.replace(state, `${state}+taken`))).toBe(refused);
    server().clock.advance(minuteMs);
    expect(await comeBack(browser, callback)).toBe(refused);
    expect(await rowsOf(server())).toEqual(before);
  });

  it("is refused if the first one was", async () => {
    const { browser, callback } = await arrive();
    const forged = callback.replace(/code=[^&]+/, "code=stolen");
    const answers = await Promise.all([comeBack(browser, forged), comeBack(browser, forged)]);
    expect(answers).toEqual([refused, refused]);
    expect(await comeBack(browser, callback)).toBe(refused);
  });

  it("is refused with a used code and a fresh state", async () => {
    const { browser, callback } = await arrive();
    await comeBack(browser, callback);
    const before = await rowsOf(server());
    const fresh = new URL(await chooseAt(browser, await leaveForGoogle(browser), choice), "http://localhost");
    fresh.searchParams.set("code", new URL(callback, "http://localhost").searchParams.get("code") ?? "");
    expect(await comeBack(browser, fresh.pathname + fresh.search)).toBe(refused);
    expect(await rowsOf(server())).toEqual(before);
  });
});

it("a browser that starts two sign-ins at the same moment can finish each of them", async () => {
  const server = await startServer();
  const browser = new Client(server.url);
  const start = () => locationOf(browser, "/api/auth/google");
  for (const provider of await Promise.all([start(), start()])) {
    const callback = await chooseAt(browser, await locationOf(browser, provider), choice);
    browser.token = returnTokenIn(await comeBack(browser, callback));
    expect((await browser.ask(getStatus)).status).toBe(200);
  }
  await server.stop();
});

describe("at a provider that lies", () => {
  let forger: Forger;
  let server: TestServer;
  beforeAll(async () => {
    forger = await startForger();
    server = await startServer({ env: forger.env });
  });
  afterAll(async () => {
    await server.stop();
    forger.stop();
  });

  /** Brings the browser back at once. Its code is the nonce that the provider is to put into the token. */
  async function arriveWith(forge: (token: IdToken) => unknown): Promise<string> {
    forger.forge = forge;
    const browser = new Client(server.url);
    const leaving = await browser.fetch("GET", "/api/auth/google");
    const asked = new URL(leaving.headers.get("location") ?? "").searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    const answer = new URLSearchParams({ code: asked.get("nonce") ?? "", state: asked.get("state") ?? "" });
    return comeBack(browser, `/api/auth/google/callback?${answer}`);
  }

  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const withClaims = (change: object) => (token: IdToken) => Object.assign(token.claims, change);
  const aMinuteAgo = Math.floor(Date.now() / 1000) - 60;
  const withSubject = (sub: string) => (text: string) => {
    const [header, claims = "", signature] = text.split(".");
    const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub };
    return `${header}.${encode(changed)}.${signature}`;
  };

  it("accepts a valid token", async () => {
    expect(await arriveWith(() => undefined)).toContain("auth=success");
  });

  it("treats another subject as another person, even with the same e-mail address", async () => {
    const email = { email: "same@example.com", email_verified: true };
    const people = () => server.database.kysely.selectFrom("people").select("email").execute();
    const before = (await people()).length;
    await arriveWith(withClaims({ sub: "one", ...email }));
    await arriveWith(withClaims({ sub: "two", ...email }));
    await arriveWith(withClaims({ sub: "two", ...email }));
    expect((await people()).slice(before).map((person) => person.email)).toEqual(["same@example.com", null]);
  });

  it("does not store an e-mail address that the provider has not verified", async () => {
    await arriveWith(withClaims({ sub: "three", email: "unproved@example.com", email_verified: false }));
    const people = await server.database.kysely.selectFrom("people").select("email").execute();
    expect(people.map(({ email }) => email)).not.toContain("unproved@example.com");
  });

  it.each<[string, (token: IdToken) => unknown]>([
    ["a wrong nonce", withClaims({ nonce: "another" })],
    ["no nonce", withClaims({ nonce: undefined })],
    ["a wrong audience", withClaims({ aud: "another" })],
    ["a second audience", withClaims({ aud: ["porchlight", "another"] })],
    ["a wrong issuer", withClaims({ iss: "https://accounts.google.com" })],
    ["no subject", withClaims({ sub: undefined })],
    ["an end that is past", withClaims({ exp: aMinuteAgo })],
    ["no end", withClaims({ exp: undefined })],
    ["a signature of somebody else", (token) => Object.assign(token, { key: stranger })],
    [
      "no signature, and alg none",
      (token) => {
        token.header.alg = "none";
        token.afterwards = (text) => `${text.split(".").slice(0, 2).join(".")}.`;
      },
    ],
    ["another algorithm", (token) => Object.assign(token.header, { alg: "HS256" })],
    ["a key that is not the provider's", (token) => Object.assign(token.header, { kid: "another" })],
    [
      "a subject that was changed afterwards",
      (token) => Object.assign(token, { afterwards: withSubject("2") }),
    ],
    ["no ID token at all", (token) => Object.assign(token, { afterwards: () => undefined })],
  ])("refuses %s", async (_, forge) => {
    const before = await rowsOf(server);
    expect(await arriveWith(forge)).toBe(refused);
    expect(await rowsOf(server)).toEqual(before);
  });
});

describe("a provider that cannot be reached", () => {
  const leave = async (server: TestServer) =>
    (await new Client(server.url).fetch("GET", "/api/auth/google")).headers.get("location");

  it("is reported as unreachable at the start of a sign-in, and tried again the next time", async () => {
    const forger = await startForger();
    forger.stop();
    const server = await startServer({ env: forger.env });
    expect(await leave(server)).toBe(unreachable);
    const port = Number(new URL(forger.env.OIDC_ISSUER ?? "").port);
    const back = await startForger(port);
    expect(await leave(server)).toContain(`${forger.env.OIDC_ISSUER}/auth?`);
    back.stop();
    await server.stop();
  });

  it("is reported as unreachable if it is down when the browser comes back", async () => {
    const forger = await startForger();
    const server = await startServer({ env: forger.env });
    const browser = new Client(server.url);
    const leaving = await browser.fetch("GET", "/api/auth/google");
    forger.stop();
    const state = new URL(leaving.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const answer = new URLSearchParams({ code: "code", state });
    const back = await comeBack(browser, `/api/auth/google/callback?${answer}`);
    expect(back).toBe(unreachable);
    await server.stop();
  });

  it("is reported as unreachable if none is configured in production, and the log names the settings", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const server = await startServer({ env: production, log });
    expect(await leave(server)).toBe(unreachable);
    expect(lines.join("")).toContain("set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET");
    await server.stop();
  });
});
