// Records the microphone, in whatever format the browser has, and turns it into samples.
import { recordingFormat } from "#contract/help/recordings.ts";
import { type Samples, toSamples } from "./recording.ts";

export const maxSeconds = 60;

/** Decoding also resamples the sound to the rate that we send. */
async function decode(recorded: Blob): Promise<Samples> {
  const context = new OfflineAudioContext(1, 1, recordingFormat.sampleRate);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  return toSamples(sound.getChannelData(0));
}

export class Recorder {
  readonly #recorder: MediaRecorder;
  /** Resolves when the recording has ended: by `stop`, after a minute, or because the microphone is gone. */
  readonly samples: Promise<Samples>;

  private constructor(stream: MediaStream) {
    const recorder = new MediaRecorder(stream);
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const timer = setTimeout(() => this.stop(), maxSeconds * 1_000);
    this.samples = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve())).then(
      () => {
        clearTimeout(timer);
        for (const track of stream.getTracks()) track.stop();
        return decode(new Blob(parts, { type: recorder.mimeType }));
      },
    );
    this.#recorder = recorder;
    recorder.start();
  }

  /** Throws the browser's error if there is no microphone, or it is not allowed. */
  static async start(): Promise<Recorder> {
    return new Recorder(await navigator.mediaDevices.getUserMedia({ audio: true }));
  }

  stop(): void {
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }
}
