// GET /calendar/{secret}.ics is for calendar apps, which cannot sign in. The address itself is the key.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dayMs } from "#contract/durations.ts";
import { readLinkCode } from "#contract/typed-words.ts";
import { NotFound } from "#server/platform/errors.ts";
import { floodLimitPerAddress } from "#server/platform/http/limits.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { extendAll } from "../manual-events/occurrences.ts";
import { digestOf, eventsIn, type Outgoing } from "./outgoing.ts";
import { findCalendarAt, updateDigest } from "./queries.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findCalendarAt>>>;

const dayFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

const outgoingOf = (
  { family_id, person_id, categories, has_own_events, name, time_zone }: Found,
  now: Date,
): Outgoing => ({
  familyId: family_id,
  categories,
  name,
  timeZone: time_zone,
  excludedOwner: has_own_events ? null : person_id,
  first: dayFrom(now, -366).toISOString().slice(0, 10),
  lastYear: now.getUTCFullYear() + 10,
});

export interface PublishedState {
  readonly digest: string;
  readonly changedAt: Date;
  readonly outgoing: Outgoing;
}

/** Returns undefined for an address that is unknown or no longer valid. */
async function publishedStateAt(
  { database, clock }: World,
  secret: string,
): Promise<PublishedState | undefined> {
  const now = clock.now();
  const inAYear = dayFrom(now, 366);
  const found = await findCalendarAt(database.reads, fingerprint(secret), inAYear.toISOString());
  if (!found) return undefined;
  if (found.is_behind) await extendAll(database.kysely, found.family_id, now, inAYear);
  const outgoing = outgoingOf(found, now);
  const { familyId, name, timeZone, lastYear } = outgoing;
  const version = JSON.stringify([familyId, name, timeZone, lastYear, await digestOf(database, outgoing)]);
  const digest = fingerprint(version).toString("base64url");
  if (digest === found.digest) return { digest, changedAt: found.changed_at, outgoing };
  await updateDigest(database.kysely, found, digest, now);
  return { digest, changedAt: now, outgoing };
}

// This takes 100 ms to load, so it is loaded with the first calendar and not when the server starts.
const writing = () => import("./text/writer.ts");
const zip = promisify(gzip);

/** Returns the calendar's text, compressed with gzip. */
async function zippedCalendar({ database, config }: World, outgoing: Outgoing): Promise<Buffer> {
  const { calendarText } = await writing();
  const events = await eventsIn(database, outgoing);
  return await zip(await calendarText(outgoing, events, new URL(config.publicUrl).hostname));
}

const unzip = promisify(gunzip);

/** Caches the last calendars by their digests, because many apps ask and little changes. */
const maxFileName = 200;

class CalendarCache {
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
function isKnown({ headers }: FastifyRequest, tag: string, { changedAt }: PublishedState): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags === "*" || tags.split(",").some((each) => each.trim() === tag);
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

const setHeaders = (reply: FastifyReply, tag: string, { changedAt }: PublishedState): FastifyReply =>
  reply.headers({
    etag: tag,
    "last-modified": changedAt.toUTCString(),
    vary: "accept-encoding",
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex",
  });

/** People copy the address out of a sentence, with the period or bracket after it. */
const secretIn = (file: string): string => readLinkCode(file.slice(0, maxFileName));

export function serveCalendars(api: FastifyInstance, world: World): void {
  const cache = new CalendarCache();
  const rateLimit = floodLimitPerAddress(world.config.limits.calendarReadings);
  const config = { access: "anyone" as const, rateLimit };
  api.get<{ Params: { file: string } }>("/calendar/:file", { config }, async (request, reply) => {
    const state = await publishedStateAt(world, secretIn(request.params.file));
    if (!state) throw new NotFound("There is no calendar at this address.");
    const { digest, outgoing } = state;
    const tag = `W/"${digest}"`;
    setHeaders(reply, tag, state);
    if (isKnown(request, tag, state)) return reply.status(304).send();
    const zipped = await cache.take(digest, () => zippedCalendar(world, outgoing));
    return sendCalendar(request, reply, zipped);
  });
}
