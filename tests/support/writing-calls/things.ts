import { addGuide } from "#contract/help/guides.ts";
import * as things from "#contract/help/things.ts";
import { photo, sendThing } from "../photos.ts";
import { at, body, newGuide, type WritingCall } from "./call.ts";

export const callsAboutThings: readonly WritingCall[] = [
  { endpoint: things.addThing, prepare: () => body({ name: "Router" }) },
  {
    endpoint: things.changeThing,
    async prepare({ anna, ben }) {
      const { id: guideId } = await ben.client.call(addGuide, { body: newGuide });
      return at((await sendThing(anna.client)).id, { name: "Ida's TV", guideIds: [guideId] });
    },
  },
  { endpoint: things.removeThing, prepare: async ({ anna }) => at((await sendThing(anna.client)).id) },
  {
    endpoint: things.changeThingPicture,
    async prepare({ anna }) {
      const { id } = await sendThing(anna.client);
      return { parts: { params: { id }, upload: await photo() } };
    },
  },
  { endpoint: things.removeThingPicture, prepare: async ({ anna }) => at((await sendThing(anna.client)).id) },
];
