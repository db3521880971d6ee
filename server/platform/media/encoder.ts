// A thread that turns the blocks of a recording into an MP3.
import { parentPort } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import { recordingFormat } from "#contract/recordings.ts";
import { decodeBlocks } from "./adpcm.ts";

// Speech is clear at 32 kbit/s, and a minute of it takes 240 KB.
const settings = { sampleRate: recordingFormat.sampleRate, channels: 1, bitrate: 32 } as const;

const encoder = await createMp3Encoder();

function encode(blocks: Uint8Array): Buffer {
  encoder.configure(settings);
  // The encoder reuses the memory of what it returns.
  const begun = Buffer.from(encoder.encode([decodeBlocks(blocks)]));
  return Buffer.concat([begun, encoder.finalize()]);
}

parentPort?.on("message", (blocks: Uint8Array) => parentPort?.postMessage(encode(blocks)));
