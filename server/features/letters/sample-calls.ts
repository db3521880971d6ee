import type * as letters from "#contract/letters.ts";
import { addEmail } from "#tests/support/channels.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

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
};
