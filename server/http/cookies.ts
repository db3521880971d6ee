import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { randomCode } from "../secrets.ts";
import { sessionCookie } from "./session.ts";

const aDay = 24 * 60 * 60;

/** A cookie with a secret, which binds something to one browser. */
interface Bond {
  readonly name: string;
  readonly path: string;
  readonly seconds: number;
}

/** For a texted code, and the proof that it was right. */
const phoneBond: Bond = { name: "porchlight_browser", path: "/api", seconds: aDay };
/** For a browser that was signed in before; it outlives the session. */
export const deviceBond: Bond = { name: "porchlight_device", path: "/api", seconds: 400 * aDay };
/** For a way to a sign-in provider and back. */
export const signInBond: Bond = { name: "porchlight_sign_in", path: "/api/auth/google", seconds: 600 };
/** For the token in the address that a sign-in comes back to. */
export const returnBond: Bond = { name: "porchlight_return", path: "/api/auth/status", seconds: 60 };

const options = ({ publicUrl }: Config, path: string, maxAge: number): CookieSerializeOptions => ({
  path,
  maxAge,
  httpOnly: true,
  sameSite: "lax",
  secure: publicUrl.startsWith("https:"),
});

// As long as browsers keep one: the server says when a session ends.
export const rememberSession = (reply: FastifyReply, config: Config, token: string): void => {
  reply.setCookie(sessionCookie, token, options(config, "/", 400 * aDay));
};

export const forgetSession = (reply: FastifyReply, config: Config): void => {
  reply.clearCookie(sessionCookie, options(config, "/", 0));
};

/** The browser's secret, or nothing where it has none. */
export function boundBrowser(request: FastifyRequest, { name }: Bond): string | undefined {
  const browser = request.cookies[name];
  return browser && /^[\w-]{22}$/.test(browser) ? browser : undefined;
}

/** The browser's secret; one that has none yet is given it. */
export function bindBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  bond: Bond,
): string {
  const browser = boundBrowser(request, bond) ?? randomCode();
  reply.setCookie(bond.name, browser, options(config, bond.path, bond.seconds));
  return browser;
}

export const unbindBrowser = (reply: FastifyReply, config: Config, { name, path }: Bond): void => {
  reply.clearCookie(name, options(config, path, 0));
};

export const browserOf = (request: FastifyRequest): string | undefined => boundBrowser(request, phoneBond);

export const rememberBrowser = (request: FastifyRequest, reply: FastifyReply, config: Config): string =>
  bindBrowser(request, reply, config, phoneBond);
