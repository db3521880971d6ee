// Endpoints that take a file instead of JSON.
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Invalid, isRefusal, TooLarge, Unavailable, WrongType } from "#server/errors.ts";
import { allowUploadTime } from "./upload-time.ts";

type Upload = NonNullable<EndpointShape["upload"]>;

/** The memory for uploads that are being received or handled. The bodies of further requests wait in their connections. */
class Room {
  #free = 64_000_000;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];

  async with<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= maxWaiting) throw tooBusy();
    await new Promise<void>((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      this.#free += bytes;
      this.#admit();
    }
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#free -= next.bytes;
      this.#waiting.shift();
      next.enter();
    }
  }
}

const maxWaiting = 200;
const tooBusy = () => new Unavailable("Many files are arriving right now. Please try again in a minute.");
const room = new Room();

/** Leaves the body in the connection until we know who sends it, and whether there is room for it. */
export function leaveBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", (_request, body, done) => done(null, body));
}

const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1_000} KB` : `${Math.floor(bytes / 1_000_000)} MB`;

const tooLarge = (maxBytes: number) =>
  new TooLarge(`This file is too large. It can be at most ${sizeInWords(maxBytes)}.`);

async function bytesOf({ raw }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  // The rest of a body that is too large is discarded while we answer, so that the caller can read the answer.
  for await (const part of raw.iterator({ destroyOnReturn: false })) {
    length += part.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

async function receive(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  try {
    return await bytesOf(request, maxBytes);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new Invalid("The file did not arrive completely. Please send it again.");
  }
}

const types = {
  image: { prefix: "image/", words: "Please send a picture." },
  audio: { prefix: "audio/", words: "Please send a recording." },
  zip: { prefix: "application/zip", words: "Please send a ZIP file." },
};

/** Passes on a ZIP as it arrives. Reads any other file and handles it once there is room for it. */
export async function receiveUpload<Result>(
  request: FastifyRequest,
  { type, maxBytes }: Upload,
  handle: (upload: Buffer | Readable) => Result,
): Promise<Awaited<Result>> {
  if (request.headers["content-type"] === undefined) throw new Invalid("Please choose a file.");
  const { prefix, words } = types[type];
  if (!request.headers["content-type"]?.startsWith(prefix)) throw new WrongType(words);
  // Without a length, it may be as large as the limit.
  const bytes = Number(request.headers["content-length"] ?? maxBytes);
  allowUploadTime(request.raw, Math.min(bytes, maxBytes));
  if (type === "zip") return await handle(request.raw);
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return await room.with(bytes, async () => await handle(await receive(request, maxBytes)));
}
