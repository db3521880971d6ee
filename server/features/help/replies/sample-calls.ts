import type * as replies from "#contract/help/replies.ts";
import { asked, saidVoiceMessage, shownPicture } from "#tests/support/asked-help.ts";
import { photo } from "#tests/support/photos.ts";
import { recording } from "#tests/support/recordings.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";
const headers = { "idempotency-key": "a-key" };

export const replyCalls: SampleCalls<typeof replies> = {
  "GET /api/help-requests/:id/replies": {
    prepare: async (family) => ({ params: { id: (await shownPicture(family)).requestId } }),
  },
  "POST /api/help-requests/:id/replies": {
    prepare: async (family) => ({ params: await asked(family), headers, body: { words: "On my way." } }),
    records,
  },
  "POST /api/help-requests/:id/replies/receipts": {
    async prepare(family) {
      const { requestId: id, replyId } = await shownPicture(family);
      return { params: { id }, body: { replyId } };
    },
    records,
  },
  "POST /api/help-requests/:id/pictures": {
    prepare: async (family) => ({ params: await asked(family), headers, upload: await photo() }),
    records,
  },
  "GET /api/help-pictures/:id": {
    prepare: async (family) => ({ params: { id: (await shownPicture(family)).pictureId } }),
  },
  "PUT /api/help-pictures/:id/keeping": {
    prepare: async (family) => ({
      params: { id: (await shownPicture(family)).pictureId },
      body: { isKept: true },
    }),
    records,
  },
  "POST /api/help-requests/:id/voice-messages": {
    prepare: async (family) => ({ params: await asked(family), headers, upload: recording() }),
    records,
  },
  "GET /api/help-voice-messages/:id": {
    prepare: async (family) => ({ params: { id: await saidVoiceMessage(family) } }),
  },
  "POST /api/help-voice-messages/:id/receipts": {
    prepare: async (family) => ({ params: { id: await saidVoiceMessage(family) } }),
    records,
  },
  "PUT /api/help-voice-messages/:id/keeping": {
    prepare: async (family) => ({ params: { id: await saidVoiceMessage(family) }, body: { isKept: true } }),
    records,
  },
};
