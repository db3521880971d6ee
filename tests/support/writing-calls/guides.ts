import * as guides from "#contract/help/guides.ts";
import { addReply } from "#contract/help/replies.ts";
import { photo } from "../photos.ts";
import { at, body, type Family, newGuide, type WritingCall } from "./call.ts";
import { askedFor } from "./family-life.ts";

const guideOf = async ({ ben }: Family) => (await ben.client.call(guides.addGuide, { body: newGuide })).id;

export const callsAboutGuides: readonly WritingCall[] = [
  { endpoint: guides.addGuide, prepare: () => body(newGuide) },
  {
    endpoint: guides.changeGuide,
    prepare: async (family) => at(await guideOf(family), { ...newGuide, title: "The TV", version: 1 }),
  },
  { endpoint: guides.deleteGuide, prepare: async (family) => at(await guideOf(family)) },
  { endpoint: guides.addGuidePicture, prepare: async () => ({ parts: { upload: await photo() } }) },
  {
    endpoint: guides.makeGuideOfRequest,
    async prepare(family) {
      const id = await askedFor(family);
      const reply = { ...at(id, { words: "Press the red button." }).parts };
      await family.anna.client.call(addReply, { ...reply, headers: { "idempotency-key": "a-key" } });
      return at(id);
    },
  },
];
