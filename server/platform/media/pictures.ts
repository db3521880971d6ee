// Pictures that people send are decoded and encoded again, so that none of their bytes go out unchanged.
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import type { Metadata, Raw, ResizeOptions, Sharp, SharpOptions } from "sharp";
import { Invalid } from "#server/platform/errors.ts";

export interface Picture {
  /** A JPEG or WebP without any metadata. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface PictureSize {
  /** The longest side in pixels. */
  readonly side: number;
  /** Whether the middle is cut out as a square. */
  readonly isSquare?: true;
  readonly maxBytes: number;
  /** JPEG, unless given. WebP takes about a third less, and every browser that we support shows it. */
  readonly format?: "jpeg" | "webp";
}

/** Small print on a device stays readable, and a request with six pictures stays below 2.5 MB. */
export const usualSize: PictureSize = { side: 1600, maxBytes: 400_000 };

// A camera's 24 megapixels fit. The app shrinks pictures before it sends them.
const maxPixels = 25_000_000;
const options: SharpOptions = {
  limitInputPixels: maxPixels,
  sequentialRead: true,
  failOn: "error",
  autoOrient: true,
};
const timeoutSeconds = 10;

/** Each attempt is made if the result of the previous one is too large. */
const attempts = [
  { quality: 80, scale: 1 },
  { quality: 60, scale: 1 },
  { quality: 50, scale: 0.7 },
  { quality: 40, scale: 0.5 },
  { quality: 30, scale: 0.3 },
] as const;

/** WebP's usual effort takes three times as long for no fewer bytes, and somebody waits for the picture. */
const encoding = { jpeg: {}, webp: { effort: 1 } } as const;

// The rest of the server keeps one core.
const inTurn = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)));

const readable = ["Jpeg", "Png", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`);

/** Starting the server does not wait for the library. */
async function loadSharp(): Promise<(input: Buffer, options: SharpOptions) => Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // The library can read dozens of formats, and each of its decoders could have a vulnerability.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: readable });
  return sharp;
}

let loading: ReturnType<typeof loadSharp> | undefined;
const sharpOnce = () => (loading ??= loadSharp());

const notReadable = () =>
  new Invalid("This is not a photo that we can read. Please choose a JPEG, PNG or WebP.");
const isHeic = (upload: Buffer) => /^ftyp(hei|hev|mif|msf|avi)/.test(upload.toString("latin1", 4, 12));

/** Refuses a file that is not a picture, or one with too many pixels, before any pixel is decoded. */
async function check(read: () => Promise<Metadata>, upload: Buffer): Promise<void> {
  if (isHeic(upload))
    throw new Invalid("Photos in the HEIC format can't be read here. Please save it as JPEG and try again.");
  const { width, height } = await read().catch(() => {
    throw notReadable();
  });
  if (width * height > maxPixels)
    throw new Invalid("This picture has too many pixels. Please choose a smaller one.");
}

/** An upright picture as plain pixels. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

const fitOf = ({ isSquare }: PictureSize): ResizeOptions =>
  isSquare ? { fit: "cover" } : { fit: "inside", withoutEnlargement: true };

async function decode(upload: Buffer, size: PictureSize): Promise<Pixels> {
  const sharp = await sharpOnce();
  await check(async () => await sharp(upload, { ...options, limitInputPixels: false }).metadata(), upload);
  const { data, info } = await sharp(upload, options)
    .timeout({ seconds: timeoutSeconds })
    .resize(size.side, size.side, fitOf(size))
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new Invalid("This picture is damaged. Please take it again.");
    });
  return { data, raw: info };
}

async function encode({ data, raw }: Pixels, size: PictureSize): Promise<Picture> {
  const sharp = await sharpOnce();
  const { side, maxBytes, format = "jpeg" } = size;
  for (const { quality, scale } of attempts) {
    const longest = Math.round(side * scale);
    const { data: bytes, info } = await sharp(data, { raw })
      .resize(longest, longest, fitOf(size))
      .toFormat(format, { quality, ...encoding[format] })
      .toBuffer({ resolveWithObject: true });
    if (bytes.length <= maxBytes) return { bytes, width: info.width, height: info.height };
  }
  throw new Invalid("This picture is too large. Please choose another one.");
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Converts what somebody sent into an upright picture of at most this size, or refuses it with a message for people. */
export const reencode = (upload: Uint8Array, size: PictureSize): Promise<Picture> =>
  inTurn(async () => encode(await decode(bufferOf(upload), size), size));

/** Does the same in two sizes, of which the first is the larger one. */
export const reencodeInTwoSizes = (
  upload: Uint8Array,
  large: PictureSize,
  small: PictureSize,
): Promise<{ large: Picture; small: Picture }> =>
  inTurn(async () => {
    const pixels = await decode(bufferOf(upload), large);
    return { large: await encode(pixels, large), small: await encode(pixels, small) };
  });
