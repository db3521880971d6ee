// How a device sends a voice message: a WAV file in IMA ADPCM (RFC 2361), which any device can encode. It is a
// quarter the size of plain samples, so a minute gets through even on a slow connection.

export const recordingFormat = {
  sampleRate: 16_000,
  blockBytes: 512,
  /** The first sample of a block is written whole, each of the others in half a byte. */
  blockSamples: 1_017,
  headerBytes: 60,
} as const;

/** The longest voice message, and the longest answer to the weekly question, in seconds. */
export const maxSeconds = { message: 60, answer: 90 } as const;

/** The blocks of a recording of this length. */
export const blocksIn = (seconds: number): number =>
  Math.ceil((seconds * recordingFormat.sampleRate) / recordingFormat.blockSamples);

/** A difference between two samples is written in quarters of one of these steps. */
export const steps = [
  ...[7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25],
  ...[28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97],
  ...[107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371],
  ...[408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1_060, 1_166, 1_282, 1_411],
  ...[1_552, 1_707, 1_878, 2_066, 2_272, 2_499, 2_749, 3_024, 3_327, 3_660, 4_026, 4_428, 4_871, 5_358],
  ...[
    5_894, 6_484, 7_132, 7_845, 8_630, 9_493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350,
  ],
  ...[22_385, 24_623, 27_086, 29_794, 32_767],
] as const;

/** How far the next step moves along the list, by the size of a difference in quarters of the current step. */
export const stepChanges = [-1, -1, -1, -1, 2, 4, 6, 8] as const;

/** The difference of this size, in quarters of the step. */
export const differenceOf = (step: number, size: number): number =>
  (step >> 3) + (size & 4 && step) + (size & 2 && step >> 1) + (size & 1 && step >> 2);

/** The only header that a recording of this many blocks may have. */
export const recordingHeader = (format: typeof recordingFormat, blocks: number): Uint8Array<ArrayBuffer> => {
  const { sampleRate, blockBytes, blockSamples, headerBytes } = format;
  const view = new DataView(new ArrayBuffer(headerBytes));
  const name = (at: number, letters: string) => {
    for (let place = 0; place < letters.length; place++) view.setUint8(at + place, letters.charCodeAt(place));
  };
  name(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + blocks * blockBytes, true);
  name(8, "WAVEfmt ");
  view.setUint32(16, 20, true);
  // The number of IMA ADPCM, and one channel.
  view.setUint16(20, 0x11, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, Math.floor((sampleRate * blockBytes) / blockSamples), true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, 4, true);
  view.setUint16(36, 2, true);
  view.setUint16(38, blockSamples, true);
  name(40, "fact");
  view.setUint32(44, 4, true);
  view.setUint32(48, blocks * blockSamples, true);
  name(52, "data");
  view.setUint32(56, blocks * blockBytes, true);
  return new Uint8Array(view.buffer);
};
