import type * as things from "#contract/help/things.ts";
import { writeGuide } from "#tests/support/guides.ts";
import { photo, sendThing } from "#tests/support/photos.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const ownThing = async ({ anna }: Family) => ({ id: (await sendThing(anna.client)).id });

export const thingCalls: SampleCalls<typeof things> = {
  "GET /api/things": {},
  "POST /api/things": {
    prepare: () => ({ body: { name: "Router" } }),
    records: [["Anna Reyes", { kind: "thing-added", thing: "Router" }]],
  },
  "PUT /api/things/:id": {
    async prepare(family) {
      const guideIds = [await writeGuide(family.ben)];
      return { params: await ownThing(family), body: { name: "Ida's TV", guideIds } };
    },
    records: [["Anna Reyes", { kind: "thing-changed", thing: "Ida's TV" }]],
  },
  "DELETE /api/things/:id": {
    prepare: async (family) => ({ params: await ownThing(family) }),
    records: [["Anna Reyes", { kind: "thing-removed", thing: "Rose's TV" }]],
  },
  "PUT /api/things/:id/picture": {
    prepare: async (family) => ({ params: await ownThing(family), upload: await photo() }),
    records: [["Anna Reyes", { kind: "thing-picture-changed", thing: "Rose's TV" }]],
  },
  "DELETE /api/things/:id/picture": {
    prepare: async (family) => ({ params: await ownThing(family) }),
    records: [["Anna Reyes", { kind: "thing-picture-removed", thing: "Rose's TV" }]],
  },
  "GET /api/thing-pictures/:id": {
    prepare: async ({ anna }) => ({ params: { id: (await sendThing(anna.client)).pictureId } }),
  },
};
