import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

const headers = {
  "content-security-policy": contentSecurityPolicy.join(";"),
  // A popup for the calendar's sign-in has to reach the page that opened it.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
};

/** OWASP ASVS 5.0 section 3.4: nothing may load, frame or send but what the app itself needs. */
export function secure(app: FastifyInstance, { publicUrl }: Config): void {
  const isHttps = publicUrl.startsWith("https:");
  const all = isHttps ? { ...headers, "strict-transport-security": "max-age=31536000" } : headers;
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(all);
    done();
  });
}
