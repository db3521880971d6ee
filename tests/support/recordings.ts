// Recordings in the format that devices send.

import { addVoiceMessage } from "#contract/help/replies.ts";
import { recordingFormat } from "#contract/recordings.ts";
import { toRecording, toSamples } from "#web/platform/media/recording.ts";
import type { Client } from "./client.ts";

/** A tone that swells, about as hard to compress as a voice. */
export const tone = (seconds: number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * recordingFormat.sampleRate) }, (_, at) => {
    const time = at / recordingFormat.sampleRate;
    return 0.4 * Math.sin(time * 2 * Math.PI * 220) * (0.6 + 0.4 * Math.sin(time * 9));
  });

export const recording = (seconds = 1): Blob => toRecording(toSamples(tone(seconds), seconds));

export const asRecording = (bytes: Uint8Array<ArrayBuffer>, type = "audio/wav"): Blob =>
  new Blob([bytes], { type });

/** Starts like a WAV file, but nobody can decode it. */
export const damagedRecording = asRecording(new TextEncoder().encode("RIFF....WAVEfmt "));

/** Sends a voice message about a request, and returns its id. */
export async function sendVoiceMessage(client: Client, requestId: number, seconds = 1): Promise<number> {
  const parts = { params: { id: requestId }, headers: { "idempotency-key": "a voice message" } };
  const { voiceMessage } = await client.call(addVoiceMessage, { ...parts, upload: recording(seconds) });
  return voiceMessage?.id ?? 0;
}
