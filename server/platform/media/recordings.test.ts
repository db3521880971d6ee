import { expect, it, test } from "vitest";
import { blocksIn, maxSeconds, recordingFormat, recordingHeader } from "#contract/recordings.ts";
import { asRecording, recording, tone } from "#tests/support/recordings.ts";
import { decodeBlocks } from "./adpcm.ts";
import { reencodeRecording } from "./recordings.ts";

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const { headerBytes } = recordingFormat;

/**
 * Returns the first two bytes of each frame of an MP3 with one channel at 16,000 samples a second (ISO/IEC 13818-3,
 * layer III).
 */
function framesOf(mp3: Buffer): readonly number[] {
  const frames: number[] = [];
  // At 32 kbit/s, each frame has 144 bytes for 576 samples.
  for (let at = 0; at < mp3.length; at += 144) frames.push(mp3.readUInt16BE(at));
  return frames;
}

it("sounds as it was recorded: what encoding loses is at least 20 times quieter", async () => {
  const sound = tone(2);
  const heard = decodeBlocks((await bytesOf(recording(2))).subarray(headerBytes));
  const power = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0);
  const lost = sound.map((value, at) => value - (heard[at] ?? 0));
  expect(heard.length - sound.length).toBeLessThan(recordingFormat.blockSamples);
  expect(power(sound) / power(lost)).toBeGreaterThan(20 ** 2);
});

it("becomes an MP3 of the same length, and a minute of it has less than 250 KB", async () => {
  const { bytes, durationMs } = await reencodeRecording(await bytesOf(recording(60)));
  expect(durationMs).toBe(60_003);
  expect(bytes.length).toBeLessThan(250_000);
  const frames = framesOf(bytes);
  expect(new Set(frames)).toEqual(new Set([0xfff3]));
  expect((frames.length * 576) / 16_000).toBeCloseTo(60, 0);
});

it("is the same whatever was recorded before it, and any bytes in it are only sound", async () => {
  const upload = await bytesOf(recording(1));
  const first = await reencodeRecording(upload);
  const noise = upload.map((byte, at) => (at < headerBytes ? byte : (at * 7919) % 256));
  expect((await reencodeRecording(noise)).durationMs).toBe(first.durationMs);
  expect((await reencodeRecording(upload)).bytes.equals(first.bytes)).toBe(true);
});

const changed = (at: number, value: number) => async () => (await bytesOf(recording(1))).with(at, value);

const tooLong = async () => {
  const blocks = blocksIn(maxSeconds.message) + 1;
  const header = recordingHeader(recordingFormat, blocks);
  return Buffer.concat([header, Buffer.alloc(blocks * recordingFormat.blockBytes)]);
};

test.each<[string, () => Promise<Uint8Array>, string]>([
  ["nothing", async () => new Uint8Array(), "This is not a recording"],
  [
    "a text",
    async () => new TextEncoder().encode("Hello, this is no sound at all.".repeat(20)),
    "This is not a",
  ],
  ["a header alone", async () => (await bytesOf(recording(1))).subarray(0, headerBytes), "This is not a"],
  [
    "a part of a recording",
    async () => (await bytesOf(recording(1))).subarray(0, -1),
    "This is not a recording",
  ],
  ["another format", changed(20, 1), "This is not a recording"],
  ["another speed", changed(24, 0), "This is not a recording"],
  ["two channels", changed(22, 2), "This is not a recording"],
  ["another length than it says", changed(57, 0), "This is not a recording"],
  ["more than a minute", tooLong, "This recording is too long."],
])("%s is refused", async (_, upload, message) => {
  await expect(upload().then(reencodeRecording)).rejects.toThrow(message);
});

test("a file that only claims to be a recording is refused with a message", async () => {
  const bytes = await bytesOf(asRecording(new TextEncoder().encode("<script>alert(1)</script>")));
  await expect(reencodeRecording(bytes)).rejects.toThrow("Please record it again.");
});
