// Encodes a recording as devices send it. Devices use it, and so does the server for what was said on the phone.
import { differenceOf, recordingFormat, recordingHeader, stepChanges, steps } from "./recordings.ts";

const { blockBytes, blockSamples, headerBytes } = recordingFormat;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Writes each sample as its difference from the one before, in half a byte. Returns the next step's place. */
function encodeBlock(samples: Int16Array, block: DataView, firstPlace: number): number {
  let [last = 0] = samples;
  let place = firstPlace;
  block.setInt16(0, last, true);
  block.setUint8(2, place);
  for (let at = 1; at < blockSamples; at++) {
    const step = steps[place] ?? 0;
    const difference = (samples[at] ?? 0) - last;
    const size = Math.min(7, Math.floor((Math.abs(difference) * 4) / step));
    const change = differenceOf(step, size);
    last = clamp(last + (difference < 0 ? -change : change), -32_768, 32_767);
    place = clamp(place + (stepChanges[size] ?? 0), 0, steps.length - 1);
    const code = difference < 0 ? size | 8 : size;
    const byte = 4 + ((at - 1) >> 1);
    block.setUint8(byte, at % 2 === 1 ? code : block.getUint8(byte) | (code << 4));
  }
  return place;
}

/** Returns a file in the format of recordings. The last block is filled up with silence. */
export function encodeRecording(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(samples.length / blockSamples);
  const file = new Uint8Array(headerBytes + blocks * blockBytes);
  file.set(recordingHeader(recordingFormat, blocks));
  let place = 0;
  for (let at = 0; at < blocks; at++) {
    const block = new DataView(file.buffer, headerBytes + at * blockBytes, blockBytes);
    place = encodeBlock(samples.subarray(at * blockSamples, (at + 1) * blockSamples), block, place);
  }
  return file;
}
