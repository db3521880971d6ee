// Recordings that people send are decoded and encoded again, so that none of their bytes go out unchanged.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { blocksIn, maxSeconds, recordingFormat, recordingHeader } from "#contract/recordings.ts";
import { Invalid } from "#server/platform/errors.ts";

export interface Sound {
  /** An MP3 with one channel and without any metadata. */
  readonly bytes: Buffer;
  readonly durationMs: number;
}

const { sampleRate, blockBytes, blockSamples, headerBytes } = recordingFormat;

// The thread needs 25 MB, so it ends when nobody has sent a recording for a while.
const idleMs = 20_000;
const timeoutMs = 20_000;

/**
 * Encodes MP3 in a thread, so that the server can answer other calls in the meantime. A minute of sound takes 0.2
 * seconds.
 */
class Encoder {
  #worker: Worker | undefined;
  #ending: NodeJS.Timeout | undefined;

  async encode(blocks: Uint8Array): Promise<Buffer> {
    clearTimeout(this.#ending);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(blocks);
      const [mp3] = await once(this.#worker, "message", { signal: AbortSignal.timeout(timeoutMs) });
      this.#ending = setTimeout(() => this.#end(), idleMs).unref();
      return Buffer.from(mp3);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL(import.meta.resolve("#server/platform/media/encoder.ts")), {
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    // The thread does not keep the server alive. Its errors reach the caller that waits for it.
    worker.unref();
    return worker.on("error", () => this.#end());
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const encoder = new Encoder();
// A second one at the same time would take a core from the rest of the server.
const inTurn = pLimit(1);

/** Refuses anything that is not exactly what our own app sends. Any bytes in the blocks decode to some sound. */
function blocksOf(upload: Uint8Array, seconds: number): Uint8Array {
  const blocks = (upload.length - headerBytes) / blockBytes;
  if (blocks > blocksIn(seconds))
    throw new Invalid(`This recording is too long. It can be at most ${seconds} seconds long.`);
  const isRecording =
    blocks > 0 &&
    Number.isInteger(blocks) &&
    recordingHeader(recordingFormat, blocks).every((byte, at) => upload[at] === byte);
  if (!isRecording) throw new Invalid("This is not a recording that we can read. Please record it again.");
  return upload.subarray(headerBytes);
}

/** Converts a recording that somebody sent into an MP3, or refuses it with a message for people. */
export async function reencodeRecording(
  upload: Uint8Array,
  seconds: number = maxSeconds.message,
): Promise<Sound> {
  const blocks = blocksOf(upload, seconds);
  const bytes = await inTurn(() => encoder.encode(blocks));
  const samples = (blocks.length / blockBytes) * blockSamples;
  return { bytes, durationMs: Math.round((samples / sampleRate) * 1_000) };
}
