// Recordings of phone calls, which providers give as WAV files of plain samples. They become what our own devices send.
import { encodeRecording } from "#contract/recording-encoder.ts";
import { blocksIn, maxSeconds, recordingFormat } from "#contract/recordings.ts";
import { Invalid } from "#server/platform/errors.ts";

const unreadable = () => new Invalid("This recording of a call cannot be read.");

interface Sound {
  readonly sampleRate: number;
  /** Of one channel. */
  readonly samples: Int16Array;
}

/** The number of plain samples as a format. */
const plainSamples = 1;

/** The parts of a WAV file, by their names of four letters. */
function partsOf(wav: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  let at = 12;
  while (at + 8 <= wav.length) {
    const length = wav.readUInt32LE(at + 4);
    parts.set(wav.toString("latin1", at, at + 4), wav.subarray(at + 8, at + 8 + length));
    // A part of an odd length is filled up.
    at += 8 + length + (length % 2);
  }
  return parts;
}

function soundIn(wav: Buffer): Sound {
  const parts = partsOf(wav);
  const [format, data] = [parts.get("fmt "), parts.get("data")];
  if (wav.toString("latin1", 0, 4) !== "RIFF" || !format || format.length < 16 || !data) throw unreadable();
  const [kind, channels, sampleRate] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
  ];
  const isKnown = kind === plainSamples && format.readUInt16LE(14) === 16;
  if (!isKnown || channels < 1 || channels > 2 || sampleRate < 4_000 || sampleRate > 48_000)
    throw unreadable();
  const frame = channels * 2;
  const samples = Int16Array.from({ length: Math.floor(data.length / frame) }, (_, at) =>
    data.readInt16LE(at * frame),
  );
  return { sampleRate, samples };
}

/** Samples at our own rate, each on the line between its neighbors. */
function resampled({ sampleRate, samples }: Sound): Int16Array {
  const step = sampleRate / recordingFormat.sampleRate;
  const max = blocksIn(maxSeconds.message) * recordingFormat.blockSamples;
  const length = Math.min(max, Math.floor(samples.length / step));
  return Int16Array.from({ length }, (_, at) => {
    const place = at * step;
    const [before, rest] = [Math.floor(place), place % 1];
    const [one = 0, other = one] = samples.subarray(before, before + 2);
    return Math.round(one + (other - one) * rest);
  });
}

/** Converts a provider's recording, of which a minute counts. Undefined if there is nothing in it. */
export function recordingOfCall(wav: Buffer): Uint8Array | undefined {
  const samples = resampled(soundIn(wav));
  return samples.length > 0 ? encodeRecording(samples) : undefined;
}
