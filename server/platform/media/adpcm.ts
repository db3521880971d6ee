// Decodes IMA ADPCM (RFC 2361).
import { differenceOf, recordingFormat, stepChanges, steps } from "#contract/recordings.ts";

const { blockBytes, blockSamples } = recordingFormat;

const between = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** A block begins with its first sample and step. Each half byte after them is a difference, the lower half first. */
function decodeBlock(block: DataView, samples: Float32Array): void {
  let sample = block.getInt16(0, true);
  let place = Math.min(block.getUint8(2), steps.length - 1);
  samples[0] = sample / 32_768;
  for (let at = 1; at < blockSamples; at++) {
    const pair = block.getUint8(4 + ((at - 1) >> 1));
    const code = at % 2 === 1 ? pair & 15 : pair >> 4;
    const size = code & 7;
    const change = differenceOf(steps[place] ?? 0, size);
    sample = between(sample + (code & 8 ? -change : change), -32_768, 32_767);
    place = between(place + (stepChanges[size] ?? 0), 0, steps.length - 1);
    samples[at] = sample / 32_768;
  }
}

/** Returns samples between -1 and 1. Any bytes decode to some sound. */
export function decodeBlocks(blocks: Uint8Array): Float32Array {
  const count = blocks.length / blockBytes;
  const samples = new Float32Array(count * blockSamples);
  for (let at = 0; at < count; at++) {
    const block = new DataView(blocks.buffer, blocks.byteOffset + at * blockBytes, blockBytes);
    decodeBlock(block, samples.subarray(at * blockSamples, (at + 1) * blockSamples));
  }
  return samples;
}
