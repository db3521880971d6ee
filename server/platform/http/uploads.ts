// Endpoints that take a file instead of JSON.
import { PassThrough, type Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Invalid, NotSignedIn, TooLarge, TooSlow, Unavailable, WrongType } from "#server/platform/errors.ts";
import { limitForEach } from "#server/platform/fair-limit.ts";
import type { Person } from "./session.ts";
import { allowUploadTime } from "./upload-time.ts";

type Upload = NonNullable<EndpointShape["upload"]>;

const tooMany = "You're sending a lot of files at once. Please try again in a moment.";

// The bodies of a person's further uploads wait in their connections.
const inMemory = limitForEach({ atOnce: 30, maxWaiting: 200, tooMany });
/** Browsers open six connections. */
const receiving = limitForEach({ atOnce: 6, maxWaiting: 200, tooMany });
/** Decoding and encoding takes a core, so that of one person's files goes on one after the other. */
const handling = limitForEach({ atOnce: 1, maxWaiting: 200, tooMany });

/** Much longer than a phone takes to change from Wi-Fi to the mobile network. */
const maxSilenceMs = 10_000;

/** A file of which some bytes are in memory. */
interface Arrival {
  readonly personId: number;
  bytes: number;
  /** The body while it is received, and then the whole file until it is handled. */
  body?: PassThrough;
  file?: Buffer;
  isHandled: boolean;
}

/**
 * The memory for files that are being received or handled. Only bytes that have arrived count. If they are too many, the
 * person with the most of them loses the file that began last.
 */
class Memory {
  readonly #maxBytes = 64_000_000;
  readonly #arrivals = new Set<Arrival>();
  #bytes = 0;

  async hold<Result>(personId: number, work: (arrival: Arrival) => Promise<Result>): Promise<Result> {
    const arrival = { personId, bytes: 0, isHandled: false };
    this.#arrivals.add(arrival);
    try {
      return await work(arrival);
    } finally {
      this.#release(arrival);
    }
  }

  add(arrival: Arrival, bytes: number): void {
    if (!this.#arrivals.has(arrival)) return;
    arrival.bytes += bytes;
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#refuseOne();
  }

  /** The file of an arrival, which from now on is not refused anymore. */
  fileOf(arrival: Arrival): Buffer {
    if (!arrival.file) throw tooBusy();
    arrival.isHandled = true;
    return arrival.file;
  }

  #release(arrival: Arrival): void {
    if (this.#arrivals.delete(arrival)) this.#bytes -= arrival.bytes;
  }

  #refuseOne(): void {
    const bytesOf = new Map<number, number>();
    for (const { personId, bytes } of this.#arrivals)
      bytesOf.set(personId, (bytesOf.get(personId) ?? 0) + bytes);
    const [refused] = [...this.#arrivals]
      .reverse()
      .filter(({ bytes, isHandled }) => bytes > 0 && !isHandled)
      .sort((one, other) => (bytesOf.get(other.personId) ?? 0) - (bytesOf.get(one.personId) ?? 0));
    if (!refused) return;
    this.#release(refused);
    delete refused.file;
    refused.body?.destroy(tooBusy());
  }
}

const tooBusy = () => new Unavailable("Many files are arriving right now. Please try again in a minute.");
const memory = new Memory();

/** Leaves the body in the connection until we know who sends it, and whether it is their turn. */
export function leaveBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", (_request, body, done) => done(null, body));
}

const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1_000} KB` : `${Math.floor(bytes / 1_000_000)} MB`;

const tooLarge = (maxBytes: number) =>
  new TooLarge(`This file is too large. It can be at most ${sizeInWords(maxBytes)}.`);

/**
 * The body of a request as it arrives. It fails with a message for people if it stops before its end. What is left of it
 * then is discarded while we answer, so that the caller can read the answer.
 */
function bodyOf({ raw }: FastifyRequest): PassThrough {
  const body = new PassThrough();
  // Its reader gets the error, however late it begins to read.
  body.on("error", () => undefined);
  const incomplete = () =>
    body.destroy(new Invalid("The file did not arrive completely. Please send it again."));
  if (raw.destroyed) return incomplete();
  const silence = setTimeout(() => body.destroy(new TooSlow()), maxSilenceMs);
  const watch = () => void silence.refresh();
  const refuseIncomplete = () => {
    if (!raw.readableEnded) incomplete();
  };
  raw.on("data", watch).once("close", refuseIncomplete);
  // A connection that was cut off is reported by "close", too.
  raw.on("error", refuseIncomplete).pipe(body);
  body.once("close", () => {
    clearTimeout(silence);
    raw.off("data", watch).unpipe(body);
    raw.resume();
  });
  return body;
}

async function receive(body: PassThrough, maxBytes: number, arrival: Arrival): Promise<void> {
  arrival.body = body;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    memory.add(arrival, part.length);
    length += part.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  arrival.file = Buffer.concat(parts, length);
}

const types = {
  image: { prefix: "image/", words: "Please send a picture." },
  audio: { prefix: "audio/", words: "Please send a recording." },
  zip: { prefix: "application/zip", words: "Please send a ZIP file." },
};

/** Passes on a ZIP as it arrives. Reads any other file and handles it when it is the person's turn. */
export async function receiveUpload<Result>(
  request: FastifyRequest,
  person: Person | undefined,
  { type, maxBytes }: Upload,
  handle: (upload: Buffer | Readable) => Result,
): Promise<Awaited<Result>> {
  // A file counts for the person who sends it.
  if (!person) throw new NotSignedIn();
  if (request.headers["content-type"] === undefined) throw new Invalid("Please choose a file.");
  const { prefix, words } = types[type];
  if (!request.headers["content-type"]?.startsWith(prefix)) throw new WrongType(words);
  // Without a length, it may be as large as the limit.
  const bytes = Number(request.headers["content-length"] ?? maxBytes);
  const begin = allowUploadTime(request.raw, Math.min(bytes, maxBytes));
  try {
    if (type !== "zip" && bytes > maxBytes) throw tooLarge(maxBytes);
    const bodyInTurn = () => {
      begin();
      return bodyOf(request);
    };
    if (type === "zip") return await receiving(person.id, async () => await handle(bodyInTurn()));
    return await inMemory(person.id, () =>
      memory.hold(person.id, async (arrival) => {
        await receiving(person.id, () => receive(bodyInTurn(), maxBytes, arrival));
        return await handling(person.id, async () => await handle(memory.fileOf(arrival)));
      }),
    );
  } finally {
    begin();
  }
}
