// A recording on this device: samples that can be played here, and that are compressed when they are sent.
import {
  blocksIn,
  differenceOf,
  maxSeconds,
  recordingFormat,
  recordingHeader,
  stepChanges,
  steps,
} from "#contract/recordings.ts";

export type Samples = Int16Array<ArrayBuffer>;

const { sampleRate, blockBytes, blockSamples } = recordingFormat;

export const durationMsOf = (samples: Samples): number => (samples.length / sampleRate) * 1_000;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** What is longer than so many seconds is left out. */
export const toSamples = (sound: Float32Array, seconds: number = maxSeconds.message): Samples =>
  Int16Array.from(sound.subarray(0, blocksIn(seconds) * blockSamples), (value) =>
    clamp(Math.round(value * 32_767), -32_768, 32_767),
  );

const playableHeaderBytes = 44;

/** A WAV file of plain samples, which every browser plays. */
export function playable(samples: Samples): Blob {
  const header = new DataView(new ArrayBuffer(playableHeaderBytes));
  const numbers = new Uint32Array([
    // "RIFF", the length of the rest, "WAVE", "fmt ", its length, and plain samples on one channel.
    ...[0x46464952, 36 + samples.byteLength, 0x45564157, 0x20746d66, 16, 0x00010001],
    // Samples and bytes a second, two bytes and 16 bits for each, "data", its length.
    ...[sampleRate, sampleRate * 2, 0x00100002, 0x61746164, samples.byteLength],
  ]);
  for (const [place, number] of numbers.entries()) header.setUint32(place * 4, number, true);
  return new Blob([header.buffer, samples], { type: "audio/wav" });
}

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

/** Returns the samples of a file that `playable` made. */
export const samplesOf = (bytes: ArrayBuffer): Samples => new Int16Array(bytes, playableHeaderBytes);

/** Returns the recording in the format that the server accepts. The last block is filled up with silence. */
export function toRecording(samples: Samples): Blob {
  const blocks = Math.ceil(samples.length / blockSamples);
  const bytes = new ArrayBuffer(blocks * blockBytes);
  let place = 0;
  for (let at = 0; at < blocks; at++) {
    const block = new DataView(bytes, at * blockBytes, blockBytes);
    place = encodeBlock(samples.subarray(at * blockSamples, (at + 1) * blockSamples), block, place);
  }
  return new Blob([recordingHeader(recordingFormat, blocks), bytes], { type: "audio/wav" });
}

/** Whether this browser can record at all. Without HTTPS, it also refuses the microphone, which is said on a tap. */
export const canRecord = (): boolean => "MediaRecorder" in window;

/** Decoding also resamples the sound to the rate that we send. */
async function decode(recorded: Blob, seconds: number): Promise<Samples> {
  // A microphone that is muted may give nothing at all.
  if (recorded.size === 0) return new Int16Array();
  const context = new OfflineAudioContext(1, 1, recordingFormat.sampleRate);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  return toSamples(sound.getChannelData(0), seconds);
}

/** Records the microphone, in whatever format the browser has, and turns it into samples. */
export class Recorder {
  readonly #recorder: MediaRecorder;
  /** Resolves when the recording has ended: by `stop`, by its longest time, or because the microphone is gone. */
  readonly samples: Promise<Samples>;

  private constructor(stream: MediaStream, seconds: number) {
    const recorder = new MediaRecorder(stream);
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const timer = setTimeout(() => this.stop(), seconds * 1_000);
    this.samples = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve())).then(
      () => {
        clearTimeout(timer);
        for (const track of stream.getTracks()) track.stop();
        return decode(new Blob(parts, { type: recorder.mimeType }), seconds);
      },
    );
    this.#recorder = recorder;
    recorder.start();
  }

  /** Throws the browser's error if there is no microphone, or it is not allowed. */
  static async start(seconds: number = maxSeconds.message): Promise<Recorder> {
    return new Recorder(await navigator.mediaDevices.getUserMedia({ audio: true }), seconds);
  }

  stop(): void {
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }
}
