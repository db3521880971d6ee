import type * as hellos from "#contract/hellos.ts";
import { helloPicture, helloVoice, saidHello, shownHello } from "#tests/support/hellos.ts";
import { answerInWords } from "#tests/support/questions.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const helloCalls: SampleCalls<typeof hellos> = {
  "GET /api/hellos": {},
  "GET /api/hellos/current": {},
  "POST /api/hellos/pictures": {
    prepare: helloPicture,
    records: "nothing: a hello says itself who gave and who loved it",
  },
  "POST /api/hellos/voice-messages": {
    prepare: helloVoice,
    records: "nothing: a hello says itself who gave and who loved it",
  },
  "POST /api/hellos/words": {
    prepare: ({ server, rose: by }) => ({ by, ...answerInWords(server) }),
    records: "nothing: a hello says itself who gave and who loved it",
  },
  "PUT /api/hellos/:id/heart": {
    prepare: async ({ ben }) => ({
      params: { id: (await shownHello(ben.client)).id },
      body: { isLoved: true },
    }),
    records: "nothing: a hello says itself who gave and who loved it",
  },
  "DELETE /api/hellos/:id": {
    prepare: async ({ caller }) => ({ params: { id: (await shownHello(caller.client)).id } }),
    records: "nothing: a hello says itself who gave and who loved it",
  },
  "GET /api/hello-pictures/:id": {
    async prepare({ ben }) {
      const { pictures } = await shownHello(ben.client);
      return { params: { id: pictures[0]?.id ?? 0 }, query: { size: "small" } };
    },
  },
  "GET /api/hello-voice-messages/:id": {
    async prepare({ ben }) {
      const { voiceMessage } = await saidHello(ben.client);
      return { params: { id: voiceMessage?.id ?? 0 } };
    },
  },
  "GET /api/hello-messages": {},
  "PUT /api/hello-messages": {
    prepare: () => ({ body: { areOn: false } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
