import type * as choices from "#contract/operator/choices.ts";
import type * as failedMessages from "#contract/operator/failed-messages.ts";
import type * as families from "#contract/operator/families.ts";
import type * as figures from "#contract/operator/figures.ts";
import type * as people from "#contract/operator/people.ts";
import { failedInvitation } from "#tests/support/failed-messages.ts";
import { newOperator } from "#tests/support/people.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";
import { removeFamily, removePerson } from "./removals.ts";

const asOperator = async ({ server }: Situation) => ({ by: await newOperator(server) });

type Calls = SampleCalls<
  typeof choices | typeof failedMessages | typeof families | typeof figures | typeof people
>;

export const operatorCalls: Calls = {
  "GET /api/operator/families": {
    prepare: async (situation) => ({ ...(await asOperator(situation)), query: { search: "Quixote" } }),
  },
  "PUT /api/operator/families/:id/quota": {
    prepare: async (situation) => ({
      ...(await asOperator(situation)),
      params: { id: situation.anna.familyId },
      body: { megabytes: 8_000 },
    }),
    records: "nothing: only the room for its pictures changes, which its admins see",
  },
  "POST /api/operator/families/:id/deletion": {
    prepare: async (situation) => ({
      ...(await asOperator(situation)),
      params: { id: situation.anna.familyId },
    }),
    records: [[null, { kind: "family-deletion-requested", isByOperator: true }]],
  },
  "DELETE /api/operator/families/:id/deletion": {
    async prepare(situation) {
      await removeFamily(situation.server.world, situation.anna.familyId);
      return { ...(await asOperator(situation)), params: { id: situation.anna.familyId } };
    },
    records: [[null, { kind: "family-kept", isByOperator: true }]],
  },
  "GET /api/operator/people": {
    prepare: async (situation) => ({ ...(await asOperator(situation)), query: { search: "Quixote" } }),
  },
  "DELETE /api/operator/people/:id/sessions": {
    prepare: async (situation) => ({ ...(await asOperator(situation)), params: { id: situation.ben.id } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "POST /api/operator/people/:id/deletion": {
    prepare: async (situation) => ({ ...(await asOperator(situation)), params: { id: situation.ben.id } }),
    records: [["Ben", { kind: "account-deletion-requested", isByOperator: true }]],
  },
  "DELETE /api/operator/people/:id/deletion": {
    async prepare(situation) {
      await removePerson(situation.server.world, situation.ben.id);
      return { ...(await asOperator(situation)), params: { id: situation.ben.id } };
    },
    records: [["Ben", { kind: "account-kept", isByOperator: true }]],
  },
  "GET /api/operator/failed-messages": { prepare: asOperator },
  "POST /api/operator/failed-messages/:id/resending": {
    async prepare(situation) {
      const { id } = await failedInvitation(situation.server, situation.anna);
      return { ...(await asOperator(situation)), params: { id } };
    },
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "POST /api/operator/failed-messages/resending": {
    async prepare(situation) {
      await failedInvitation(situation.server, situation.anna);
      return { ...(await asOperator(situation)), body: { channel: "email" } };
    },
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/operator/figures": { prepare: asOperator },
  "GET /api/operator/choices": { prepare: asOperator },
  "PUT /api/operator/choices": {
    // What is chosen here holds for the tests that follow, so it is the default.
    prepare: async (situation) => ({
      ...(await asOperator(situation)),
      body: { signUp: "open", supportEmail: null },
    }),
    records: "nothing: it is about no family",
  },
};
