import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { screenPaths } from "#contract/screens.ts";
import { sessionCookie } from "./session.ts";

/** Matches the addresses of a screen. A part whose name ends in `Id` is a number, any other one a word or a number. */
export const addressPattern = (path: string): string =>
  path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const part = name.endsWith("Id") ? "\\d+" : "[a-z\\d-]+";
    return `(/${part})${optional}`;
  });

const screens = new RegExp(`^(${screenPaths.map(addressPattern).join("|")})$`);

interface Page {
  plain: Buffer;
  brotli: Buffer;
}

const compress = promisify(brotliCompress);
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const sandboxBanner =
  '<aside aria-label="Sandbox"><p>This is a sandbox: no message leaves this machine. <a href="/sandbox" target="sandbox">See the messages</a></p><span id="banner-end"></span></aside>';

// The banner is the last element of a page and is shown first. A browser that draws a page before it has read all of it
// would move the page down when it reads the banner. It waits for the start of an element, so that is an empty one.
const drawnWithBanner = '<link rel="expect" href="#banner-end" blocking="render">';

/** The data that the server writes into the head of each page, so that no page has to ask for it. */
export interface Written {
  readonly isSandbox: boolean;
  readonly supportEmail: string;
  readonly signInOptions: object;
}

function filledIn(html: string, { supportEmail, isSandbox, signInOptions }: Written): string {
  return html
    .replaceAll("%SUPPORT_EMAIL%", escapeHtml(supportEmail))
    .replaceAll("%SIGN_IN_OPTIONS%", escapeHtml(JSON.stringify(signInOptions)))
    .replace("</head>", isSandbox ? `${drawnWithBanner}</head>` : "</head>")
    .replace("<!-- %SANDBOX% -->", isSandbox ? sandboxBanner : "");
}

/** Reads a built page at its first request, so that the server starts fast, and again when what is written in it changes. */
function page(file: string, currentlyWritten: () => Promise<Written>): () => Promise<Page> {
  let built: { readonly with: string; readonly page: Promise<Page> } | undefined;
  const read = async (written: Written) => {
    const plain = Buffer.from(filledIn(await readFile(file, "utf8"), written));
    return { plain, brotli: await compress(plain) };
  };
  return async () => {
    const written = await currentlyWritten();
    const key = JSON.stringify(written);
    if (built?.with !== key) built = { with: key, page: read(written) };
    const { page: current } = built;
    return await current.catch((error) => {
      built = undefined;
      throw error;
    });
  };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, read: () => Promise<Page>) {
  const { plain, brotli } = await read();
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("vary", "accept-encoding, cookie");
  const takesBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"]));
  if (takesBrotli) return reply.header("content-encoding", "br").send(brotli);
  return reply.send(plain);
}

const files = (root: string): FastifyStaticOptions => ({
  root,
  index: false,
  preCompressed: true,
  decorateReply: false,
  setHeaders: (reply, path) => {
    const isHashed = path.includes("/assets/");
    reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  },
});

/** Serves the built web app: hashed assets are cached forever, pages are not, and `/` is prerendered for visitors. */
export async function servePages(
  app: FastifyInstance,
  written: () => Promise<Written>,
  dist: string,
): Promise<void> {
  if (!existsSync(join(dist, "index.html")))
    throw new Error("The web app is not built. Please run: npm run build");
  const landing = page(join(dist, "landing.html"), written);
  const shell = page(join(dist, "index.html"), written);
  // One route serves all assets, because a route for each of the hundreds of files would take a tenth of the start.
  await app.register(fastifyStatic, { ...files(join(dist, "assets")), prefix: "/assets/" });
  const others = { wildcard: false, globIgnore: ["*.html", "assets/**"] };
  await app.register(fastifyStatic, { ...files(dist), ...others });
  // Devices keep these to open the app without a connection.
  app.get("/index.html", (request, reply) => sendPage(request, reply, shell));
  app.get("/*", (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isSignedIn = request.headers.cookie?.includes(`${sessionCookie}=`);
    if (path === "/" && !isSignedIn && !request.url.includes("?")) return sendPage(request, reply, landing);
    return sendPage(request, reply.status(screens.test(path) ? 200 : 404), shell);
  });
}
