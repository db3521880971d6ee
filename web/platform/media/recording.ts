// A recording on this device: samples that can be played here, and that are compressed when they are sent.
import { encodeRecording } from "#contract/recording-encoder.ts";
import { blocksIn, maxSeconds, recordingFormat } from "#contract/recordings.ts";

export type Samples = Int16Array<ArrayBuffer>;

const { sampleRate, blockSamples } = recordingFormat;

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

/** Returns the samples of a file that `playable` made. */
export const samplesOf = (bytes: ArrayBuffer): Samples => new Int16Array(bytes, playableHeaderBytes);

/** Returns the recording in the format that the server accepts. */
export const toRecording = (samples: Samples): Blob =>
  new Blob([encodeRecording(samples)], { type: "audio/wav" });

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
