import * as letters from "#contract/letters.ts";
import { addEmail } from "#tests/support/channels.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";
import { stopToken } from "./stopping.ts";

/** Anna wants the letter. Returns the token of the link that stops it. */
async function wanted({ server, anna }: Situation): Promise<string> {
  await addEmail(server, anna);
  await anna.client.call(letters.changeLetterMessages, { body: { areOn: true } });
  return stopToken(server.world, { personId: anna.id, familyId: anna.familyId });
}

export const letterCalls: SampleCalls<typeof letters> = {
  "GET /api/letters/current": {},
  "GET /api/letter-messages": {},
  "PUT /api/letter-messages": {
    async prepare({ server, caller }) {
      await addEmail(server, caller);
      return { body: { areOn: true } };
    },
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/letter-stops/:token": {
    prepare: async (situation) => ({ params: { token: await wanted(situation) } }),
  },
  "POST /api/letter-stops/:token": {
    prepare: async (situation) => ({ params: { token: await wanted(situation) } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
