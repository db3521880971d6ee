// GET /calendar/{secret}.ics is for calendar apps, which cannot sign in. The address itself is the key.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NotFound } from "#server/errors.ts";
import { floodLimitPerAddress } from "#server/http/limits.ts";
import type { World } from "#server/world.ts";
import { type Standing, standingAt, zippedCalendar } from "./standing.ts";

const unzip = promisify(gunzip);

/** Caches the last calendars by their digests, because many apps ask and little changes. */
class Shelf {
  readonly #maxKept = 32;
  readonly #kept = new Map<string, Promise<Buffer>>();

  take(digest: string, write: () => Promise<Buffer>): Promise<Buffer> {
    const calendar = this.#kept.get(digest) ?? write();
    this.#kept.delete(digest);
    this.#kept.set(digest, calendar);
    calendar.catch(() => this.#kept.delete(digest));
    const [oldest = ""] = this.#kept.keys();
    if (this.#kept.size > this.#maxKept) this.#kept.delete(oldest);
    return calendar;
  }
}

const wholeSeconds = (time: number): number => Math.floor(time / 1000);

/** Returns whether the app already has this version. */
function isKnown({ headers }: FastifyRequest, tag: string, { changedAt }: Standing): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags === "*" || tags.split(/\s*,\s*/).includes(tag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return wholeSeconds(since) >= wholeSeconds(changedAt.getTime());
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers["accept-encoding"]));

async function sendCalendar(request: FastifyRequest, reply: FastifyReply, zipped: Buffer) {
  reply
    .type("text/calendar; charset=utf-8")
    .header("content-disposition", 'inline; filename="porchlight.ics"');
  if (takesGzip(request)) return reply.header("content-encoding", "gzip").send(zipped);
  return reply.send(await unzip(zipped));
}

const describe = (reply: FastifyReply, tag: string, { changedAt }: Standing): FastifyReply =>
  reply.headers({
    ...{ etag: tag, "last-modified": changedAt.toUTCString(), vary: "accept-encoding" },
    ...{ "cache-control": "private, no-cache", "x-robots-tag": "noindex" },
  });

const secretIn = (file: string): string => file.replace(/\.ics$/, "");

export function serveCalendars(api: FastifyInstance, world: World): void {
  const shelf = new Shelf();
  const rateLimit = floodLimitPerAddress(world.config.limits.calendarReadings);
  const config = { access: "anyone" as const, rateLimit };
  api.get<{ Params: { file: string } }>("/calendar/:file", { config }, async (request, reply) => {
    const standing = await standingAt(world, secretIn(request.params.file));
    if (!standing) throw new NotFound("There is no calendar at this address.");
    const { digest, outgoing } = standing;
    const tag = `W/"${digest}"`;
    describe(reply, tag, standing);
    if (isKnown(request, tag, standing)) return reply.status(304).send();
    const zipped = await shelf.take(digest, () => zippedCalendar(world, outgoing));
    return sendCalendar(request, reply, zipped);
  });
}
