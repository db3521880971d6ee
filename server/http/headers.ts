import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Config } from "../config.ts";

const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

/** OWASP ASVS 5.0 section 3.4: nothing may load, frame or send but what the app itself needs. */
export const securityHeaders = ({ publicUrl }: Config): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives,
  },
  hsts: publicUrl.startsWith("https:") && { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "no-referrer" },
  xFrameOptions: { action: "deny" },
  // A popup for the calendar's sign-in has to reach the page that opened it.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  xDownloadOptions: false,
  xXssProtection: false,
});
