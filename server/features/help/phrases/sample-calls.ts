import * as phrases from "#contract/help/phrases.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const newPhrase = { categoryId: 2, phrase: "I need a light bulb changed." };

const ownPhrase = async ({ anna }: Family) => ({
  id: (await anna.client.call(phrases.addHelpPhrase, { body: newPhrase })).id,
});

export const phraseCalls: SampleCalls<typeof phrases> = {
  "GET /api/help-categories": {},
  "GET /api/help-phrases/category/:id": { prepare: () => ({ params: { id: 1 } }), isOfNoFamily: true },
  "GET /api/help-phrases/shown": {},
  "GET /api/help-phrases": {},
  "POST /api/help-phrases": {
    prepare: () => ({ body: newPhrase }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/help-phrases/:id": {
    prepare: async (family) => ({
      params: await ownPhrase(family),
      body: { phrase: "I need a new light bulb." },
    }),
    records: "nothing: it changes what the day shows",
  },
  "DELETE /api/help-phrases/:id": {
    prepare: async (family) => ({ params: await ownPhrase(family) }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/help-phrases/:id/visibility": {
    prepare: async (family) => ({ params: await ownPhrase(family), body: { isHidden: true } }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/help-phrases/category/:id/order": {
    async prepare({ anna }) {
      const [first] = await anna.client.call(phrases.listFamilyPhrases);
      const phraseIds = first?.phrases.map(({ id }) => id).reverse();
      return { params: { id: first?.id ?? 0 }, body: { phraseIds } };
    },
    isOfNoFamily: true,
    records: "nothing: it changes what the day shows",
  },
};
