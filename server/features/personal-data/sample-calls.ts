import type * as accountExport from "#contract/personal-data/account-export.ts";
import * as deletion from "#contract/personal-data/family-deletion.ts";
import type * as familyExport from "#contract/personal-data/family-export.ts";
import type * as familyImport from "#contract/personal-data/family-import.ts";
import type * as storage from "#contract/personal-data/family-storage.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { exportOf, uploadOf } from "#tests/support/family-file.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";
import { tokenIn } from "#tests/support/sent-links.ts";

/** Returns the token in the message to Rose about the deletion of her family. */
async function aboutToBeDeleted({ server, anna, rose }: Situation): Promise<string> {
  await anna.client.call(deletion.requestFamilyDeletion);
  await sendMessages(server.world);
  return tokenIn(server.outbox.filter(({ to }) => to === rose.phoneNumber));
}

type Calls = SampleCalls<
  typeof accountExport | typeof deletion | typeof familyExport | typeof familyImport | typeof storage
>;

export const personalDataCalls: Calls = {
  "GET /api/account/export": {},
  "GET /api/family/export": {},
  "GET /api/family/storage": {},
  "POST /api/family-imports": {
    prepare: async ({ anna }) => uploadOf(await exportOf(anna)),
    records: [["Anna Reyes", { kind: "family-imported" }]],
  },
  "POST /api/family/deletion": {
    records: [["Anna Reyes", { kind: "family-deletion-requested" }]],
  },
  "DELETE /api/family/deletion": {
    prepare: async ({ anna }) => void (await anna.client.call(deletion.requestFamilyDeletion)),
    records: [["Anna Reyes", { kind: "family-kept" }]],
  },
  "GET /api/family-deletions/:token": {
    prepare: async (situation) => ({ params: { token: await aboutToBeDeleted(situation) } }),
  },
  "POST /api/family-deletions/:token/undoing": {
    prepare: async (situation) => ({ params: { token: await aboutToBeDeleted(situation) } }),
    records: [["Rose", { kind: "family-kept" }]],
  },
};
