import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { daySeconds } from "#contract/durations.ts";
import type { Config } from "#server/platform/config/config.ts";
import { randomCode } from "#server/platform/secrets.ts";
import { sessionCookie } from "./session.ts";

/** A cookie with a secret that binds something to one browser. */
interface BrowserCookie {
  readonly name: string;
  readonly seconds: number;
}

/** Binds a texted code and its proof. */
const codeCookie: BrowserCookie = { name: "porchlight_browser", seconds: daySeconds };
/** Recognizes a browser that was signed in before. It outlives the session. */
export const deviceCookie: BrowserCookie = { name: "porchlight_device", seconds: 400 * daySeconds };
// Secrets have 22 characters. This many tell a browser's own sign-ins apart.
const labelLength = 8;
/** Two sign-ins that a browser starts at the same moment have a cookie each, so neither replaces the other's. */
const nameFor = (name: string, secret: string): string => `${name}_${secret.slice(0, labelLength)}`;

/** Binds a sign-in attempt at a provider, which is named by its state. */
export const signInCookie = (state: string): BrowserCookie => ({
  name: nameFor("porchlight_sign_in", state),
  seconds: 600,
});
/** Binds the challenge that a passkey signs. */
export const passkeyCookie: BrowserCookie = { name: "porchlight_passkey", seconds: 300 };
/** Binds the token in the return URL of a sign-in. */
export const returnCookie = (token: string): BrowserCookie => ({
  name: nameFor("porchlight_return", token),
  seconds: 60,
});

/** Shows that the browser opened an invitation whose link alone is enough to join. */
export const openedCookie: BrowserCookie = { name: "porchlight_opened", seconds: 2 * daySeconds };

const isEncrypted = ({ publicUrl }: Pick<Config, "publicUrl">): boolean => publicUrl.startsWith("https:");

/** Browsers accept such a cookie only from this host, over https, and for all its paths (RFC 6265bis). */
const hostPrefix = "__Host-";
export const cookieName = (config: Pick<Config, "publicUrl">, name: string): string =>
  isEncrypted(config) ? hostPrefix + name : name;

function set(reply: FastifyReply, config: Config, name: string, value: string, maxAge: number): void {
  const secure = isEncrypted(config);
  reply.setCookie(cookieName(config, name), value, {
    path: "/",
    maxAge,
    httpOnly: true,
    sameSite: "lax",
    secure,
  });
}

const forget = (reply: FastifyReply, config: Config, name: string): void => set(reply, config, name, "", 0);

/** Over https, only cookies with the prefix count, and `request.cookies` has them without it. */
export function readOwnCookies(api: FastifyInstance, config: Config): void {
  if (!isEncrypted(config)) return;
  api.addHook("onRequest", (request, _reply, done) => {
    const own = Object.entries(request.cookies).filter(([name]) => name.startsWith(hostPrefix));
    request.cookies = Object.fromEntries(own.map(([name, value]) => [name.slice(hostPrefix.length), value]));
    done();
  });
}

// The longest that browsers keep a cookie. The server decides when a session ends.
export const rememberSession = (reply: FastifyReply, config: Config, token: string): void =>
  set(reply, config, sessionCookie, token, 400 * daySeconds);

export const forgetSession = (reply: FastifyReply, config: Config): void =>
  forget(reply, config, sessionCookie);

/** Returns the browser's secret, or undefined if it has none. */
export function boundBrowser(request: FastifyRequest, { name }: BrowserCookie): string | undefined {
  const browser = request.cookies[name];
  return browser && /^[\w-]{22}$/.test(browser) ? browser : undefined;
}

/** Returns the browser's secret, and sets one if it has none. */
export function bindBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  cookie: BrowserCookie,
): string {
  const browser = boundBrowser(request, cookie) ?? randomCode();
  set(reply, config, cookie.name, browser, cookie.seconds);
  return browser;
}

export const markOpened = (reply: FastifyReply, config: Config, mark: string): void =>
  set(reply, config, openedCookie.name, mark, openedCookie.seconds);

/** Gives the browser the secret without which the token in its return URL is worth nothing. */
export function rememberReturn(
  reply: FastifyReply,
  config: Config,
  { token, browser }: { token: string; browser: string },
): void {
  const { name, seconds } = returnCookie(token);
  set(reply, config, name, browser, seconds);
}

export const unbindBrowser = (reply: FastifyReply, config: Config, { name }: BrowserCookie): void =>
  forget(reply, config, name);

export const browserOf = (request: FastifyRequest): string | undefined => boundBrowser(request, codeCookie);

export const rememberBrowser = (request: FastifyRequest, reply: FastifyReply, config: Config): string =>
  bindBrowser(request, reply, config, codeCookie);
