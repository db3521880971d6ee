import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { randomCode } from "../secrets.ts";
import { sessionCookie } from "./session.ts";

/** Binds a texted code, and the proof that it was right, to one browser. */
const browserCookie = "porchlight_browser";

const aDay = 24 * 60 * 60;

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

export function browserOf(request: FastifyRequest): string | undefined {
  const browser = request.cookies[browserCookie];
  return browser && /^[\w-]{22}$/.test(browser) ? browser : undefined;
}

/** The browser's secret; one that has none yet is given it. */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const browser = browserOf(request) ?? randomCode();
  reply.setCookie(browserCookie, browser, options(config, "/api", aDay));
  return browser;
}
