import type * as guides from "#contract/help/guides.ts";
import { addReply } from "#contract/help/replies.ts";
import { asked } from "#tests/support/asked-help.ts";
import { newGuide, writeGuide } from "#tests/support/guides.ts";
import { photo, sendGuidePicture } from "#tests/support/photos.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const guideCalls: SampleCalls<typeof guides> = {
  "GET /api/guides": {},
  "POST /api/guides": {
    prepare: () => ({ body: newGuide }),
    records: [["Anna Reyes", { kind: "guide-written", guide: newGuide.title }]],
  },
  "PUT /api/guides/:id": {
    prepare: async ({ ben }) => ({
      params: { id: await writeGuide(ben) },
      body: { ...newGuide, title: "The TV", version: 1 },
    }),
    records: [["Anna Reyes", { kind: "guide-changed", guide: "The TV" }]],
  },
  "DELETE /api/guides/:id": {
    prepare: async ({ ben }) => ({ params: { id: await writeGuide(ben) } }),
    records: [["Anna Reyes", { kind: "guide-deleted", guide: newGuide.title }]],
  },
  "POST /api/help-requests/:id/guide": {
    async prepare(family) {
      const params = await asked(family);
      const reply = { headers: { "idempotency-key": "a-key" }, body: { words: "Press the red button." } };
      await family.anna.client.call(addReply, { params, ...reply });
      return { params };
    },
    records: [["Anna Reyes", { kind: "guide-written", guide: "I need a light bulb changed" }]],
  },
  "POST /api/guide-pictures": {
    prepare: async () => ({ upload: await photo() }),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "GET /api/guide-pictures/:id": {
    prepare: async ({ ben }) => ({ params: { id: await sendGuidePicture(ben.client) } }),
  },
};
