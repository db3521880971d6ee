// A well-formed call of each endpoint about one help request, guides and things around the house, for the access matrix.
import { addGuide } from "#contract/help/guides.ts";
import type { Client } from "./client.ts";
import { damagedPhoto, sendGuidePicture } from "./photos.ts";
import { damagedRecording } from "./recordings.ts";
import { newGuide } from "./writing-calls/call.ts";

/** A session description (RFC 8866). */
const description = "v=0\r\n";
const body = (value: unknown) => () => ({ body: value });
const keyed = (parts: object) => () => ({ ...parts, headers: { "idempotency-key": "a key" } });
/** The token in the path belongs to nobody. */
const byLink = { target: async () => 1, isPublicTarget: true } as const;

/** `target` creates the request in the path. */
export const samplesOfRequests = <Target>(target: Target) => ({
  "GET /api/help-requests/:id": { target },
  "POST /api/help-requests/:id/acknowledgement": { target },
  "DELETE /api/help-requests/:id/acknowledgement": { target },
  "PUT /api/help-requests/:id/promise": { target, parts: body({ kind: "COMING" }) },
  "POST /api/help-requests/:id/promise/outcome": { target, parts: body({ isKept: true }) },
  "PUT /api/help-requests/:id/verdict": { target, parts: body({ verdict: "SCAM" }) },
  "POST /api/help-requests/:id/resolution": { target },
  "POST /api/help-requests/:id/cancellation": { target },
  "POST /api/help-requests/:id/urgency": { target },
  "DELETE /api/help-requests/:id/urgency": { target },
  "POST /api/help-requests/:id/reopening": { target },
  "POST /api/help-requests/:id/thanks": { target },
  "POST /api/help-requests/:id/undoing": { target },
  "GET /api/help-requests/:id/replies": { target },
  "POST /api/help-requests/:id/replies": { target, parts: keyed({ body: { words: "On my way." } }) },
  "POST /api/help-requests/:id/pictures": { target, parts: keyed({ upload: damagedPhoto }) },
  "POST /api/help-requests/:id/voice-messages": { target, parts: keyed({ upload: damagedRecording }) },
  "POST /api/help-requests/:id/replies/receipts": { target, parts: body({ replyId: 1 }) },
  "POST /api/help-requests/:id/guide": { target },
  "GET /api/help-requests/:id/video-call": { target },
  "GET /api/help-requests/:id/ice-servers": { target },
  "POST /api/help-requests/:id/video-call": { target, parts: body({ source: "camera", offer: description }) },
  "PUT /api/help-requests/:id/video-call/answer": {
    target,
    parts: body({ videoCallId: 1, answer: description }),
  },
  "DELETE /api/help-requests/:id/video-call": { target },
  "GET /api/help-answers/:token": byLink,
  "POST /api/help-answers/:token/acknowledgement": byLink,
  "DELETE /api/help-answers/:token/acknowledgement": byLink,
  "PUT /api/help-answers/:token/promise": { ...byLink, parts: body({ kind: "CALLING" }) },
  "PUT /api/help-answers/:token/verdict": { ...byLink, parts: body({ verdict: "FINE" }) },
});

/** The targets create a picture and a voice message of a request. */
export const samplesOfReplies = <Target>(picture: Target, voiceMessage: Target) => ({
  "GET /api/help-pictures/:id": { target: picture },
  "PUT /api/help-pictures/:id/keeping": { target: picture, parts: body({ isKept: true }) },
  "GET /api/help-voice-messages/:id": { target: voiceMessage },
  "POST /api/help-voice-messages/:id/receipts": { target: voiceMessage },
  "PUT /api/help-voice-messages/:id/keeping": { target: voiceMessage, parts: body({ isKept: true }) },
});

/** `target` creates the thing in the path, and `picture` its picture. */
export const samplesOfThings = <Target>(target: Target, picture: Target) => ({
  "GET /api/things": {},
  "POST /api/things": { parts: body({ name: "Router" }) },
  "PUT /api/things/:id": { target, parts: body({ name: "Router" }) },
  "DELETE /api/things/:id": { target },
  "PUT /api/things/:id/picture": { target, parts: () => ({ upload: damagedPhoto }) },
  "DELETE /api/things/:id/picture": { target },
  "GET /api/thing-pictures/:id": { target: picture },
});

/** `helperOf` signs in a helper of the family. */
export const samplesOfGuides = <Family>(helperOf: (of: Family) => Promise<Client>) => {
  const target = async (of: Family) => (await (await helperOf(of)).call(addGuide, { body: newGuide })).id;
  return {
    "GET /api/guides": {},
    "POST /api/guides": { parts: body(newGuide) },
    "PUT /api/guides/:id": { target, parts: body({ ...newGuide, version: 1 }) },
    "DELETE /api/guides/:id": { target },
    "POST /api/guide-pictures": { parts: () => ({ upload: damagedPhoto }) },
    "GET /api/guide-pictures/:id": { target: async (of: Family) => sendGuidePicture(await helperOf(of)) },
  };
};
