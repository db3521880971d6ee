import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { photoBytes } from "#tests/support/photos.ts";
import { reencode, reencodeInTwoSizes, usualSize as size } from "./pictures.ts";

const place = {
  IFD0: { Copyright: "Rose's camera" },
  IFD3: { GPSLatitude: "39/1 57/1 0/1", GPSLatitudeRef: "N" },
};

describe("a picture that is sent out", () => {
  it("is a JPEG without the place where it was taken, or any other metadata", async () => {
    const sent = await photoBytes({ exif: place });
    expect(sent.includes("Rose's camera")).toBe(true);
    const { bytes } = await reencode(sent, size);
    const { format, exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ format, exif, icc, xmp }).toEqual({ format: "jpeg" });
    expect(bytes.includes("Rose's camera")).toBe(false);
  });

  it("is upright, as the camera's metadata says", async () => {
    const { width, height } = await reencode(await photoBytes({ orientation: 6 }), size);
    expect([width, height]).toEqual([48, 64]);
  });

  it.each(["jpeg", "png", "webp"] as const)("may be uploaded as %s", async (format) => {
    const { bytes } = await reencode(await photoBytes({ format }), size);
    expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  });

  it("loses anything that follows the picture in its file", async () => {
    const sent = Buffer.concat([await photoBytes(), Buffer.from("<script>alert(1)</script>")]);
    expect((await reencode(sent, size)).bytes.includes("script")).toBe(false);
  });

  it("has at most 400 KB and 1600 pixels a side, even if it is noise", async () => {
    const sent = await photoBytes({ width: 1800, height: 1500, isNoisy: true });
    const { bytes, width, height } = await reencode(sent, size);
    expect(bytes.length).toBeLessThanOrEqual(400_000);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  });

  it("has the same shape in both of two sizes, each within its own limits", async () => {
    const sent = await photoBytes({ width: 1800, height: 1200, isNoisy: true });
    const sizes = [
      { side: 900, maxBytes: 200_000 },
      { side: 300, maxBytes: 30_000, format: "webp" },
    ] as const;
    const { large, small } = await reencodeInTwoSizes(sent, ...sizes);
    expect(large.width / large.height).toBeCloseTo(1.5);
    expect(small.width / small.height).toBeCloseTo(1.5);
    expect([large.bytes.length <= 200_000, small.bytes.length <= 30_000]).toEqual([true, true]);
    const formats = await Promise.all([large, small].map(({ bytes }) => sharp(bytes).metadata()));
    expect(formats.map(({ format }) => format)).toEqual(["jpeg", "webp"]);
  });

  it("is a square of at most 40 KB cut from the middle where one is wanted", async () => {
    const sent = await photoBytes({ width: 900, height: 600, isNoisy: true });
    const { bytes, width, height } = await reencode(sent, { side: 320, isSquare: true, maxBytes: 40_000 });
    expect(bytes.length).toBeLessThanOrEqual(40_000);
    expect(width).toBe(height);
  });
});

const chunk = (type: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
};

/** A file of a few bytes that says that it has this many pixels. */
const png = (width: number, height: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(1_000)));
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([start, chunk("IHDR", header), pixels, chunk("IEND", Buffer.alloc(0))]);
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");

describe("refused in plain words", () => {
  it.each([
    ["what is no picture", Buffer.from("Hello"), "This is not a photo that we can read."],
    ["an empty file", Buffer.alloc(0), "This is not a photo that we can read."],
    ["a drawing with a script", Buffer.from(svg), "This is not a photo that we can read."],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"), "This is not a photo that we can read."],
    ["a HEIC photo", heic, "Photos in the HEIC format can't be read here."],
    ["20,000 by 20,000 pixels", png(20_000, 20_000), "This picture has too many pixels."],
  ])("is %s", async (_, sent, words) => {
    await expect(reencode(sent, size)).rejects.toThrow(words);
  });

  it("is a photo whose end is missing", async () => {
    const sent = await photoBytes({ width: 400, height: 400, isNoisy: true });
    await expect(reencode(sent.subarray(0, sent.length / 2), size)).rejects.toThrow(
      "This picture is damaged.",
    );
  });
});
