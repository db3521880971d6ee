import { expect } from "vitest";
import * as accounts from "#contract/accounts/accounts.ts";
import type * as changes from "#contract/accounts/changes.ts";
import * as deletion from "#contract/accounts/deletion.ts";
import type * as pictures from "#contract/accounts/pictures.ts";
import * as signIn from "#contract/accounts/sign-in.ts";
import * as signInCodes from "#contract/accounts/sign-in-codes.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import * as people from "#tests/support/people.ts";
import { photo, sendFace } from "#tests/support/photos.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";
import { tokenIn } from "#tests/support/sent-links.ts";
import type { TestServer } from "#tests/support/server.ts";

const password = "a kettle on the stove";
const onNewDevice = { kind: "signed-in-on-new-device", device: "A browser" } as const;
const twoDigits = expect.stringMatching(/^\d\d$/);
/** Each address gets only so many confirmations. */
const newEmail = () => `anna${people.newPhoneNumber()}@example.com`;

async function askedForCode(server: TestServer, client: Client, phoneNumber: string) {
  await client.call(signIn.requestVerification, { body: { phoneNumber } });
  return { by: { client }, body: { phoneNumber, code: people.codeFor(server, phoneNumber) } };
}

/** Signs this person in on another device, which gets push messages. */
async function secondDevice(server: TestServer, person: people.Person): Promise<number> {
  const client = new Client(server.url);
  client.token = (await people.provePhone(server, client, person.phoneNumber)).token;
  await subscribeToPush({ ...person, client });
  const { devices } = await client.call(accounts.getAccount);
  return devices.find(({ isThisOne }) => isThisOne)?.id ?? 0;
}

/** Returns the token in the message to Anna after her password was changed. */
async function changedPassword({ server, anna }: Situation): Promise<string> {
  await anna.client.call(accounts.changePassword, { body: { password } });
  return tokenIn(server.outbox);
}

type Calls = SampleCalls<
  typeof accounts | typeof changes | typeof deletion | typeof pictures | typeof signIn | typeof signInCodes
>;

export const accountCalls: Calls = {
  "GET /api/auth/options": {},
  "GET /api/auth/status": {},
  "POST /api/auth/request-verification": {
    prepare: () => ({ body: { phoneNumber: people.newPhoneNumber() } }),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "POST /api/auth/verify-code": {
    prepare: ({ server, rose }) => askedForCode(server, new Client(server.url), rose.phoneNumber),
    records: [["Rose", onNewDevice]],
  },
  "POST /api/auth/register": {
    async prepare({ server }) {
      const [client, phoneNumber] = [new Client(server.url), people.newPhoneNumber()];
      await people.provePhone(server, client, phoneNumber);
      return { by: { client }, body: { username: "Eve Stone", phoneNumber, password, role: "admin" } };
    },
    records: [["Eve Stone", onNewDevice]],
  },
  "POST /api/login": {
    prepare: ({ anna }) => ({ body: { username: anna.phoneNumber, password: people.password } }),
    records: [["Anna Reyes", onNewDevice]],
  },
  "POST /api/auth/logout": {
    prepare: async ({ caller }) => void (await subscribeToPush(caller)),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "POST /api/family/members/:id/sign-in-code": {
    prepare: ({ rose }) => ({ params: { id: rose.id } }),
    records: [["Anna Reyes", { kind: "sign-in-code-made", member: "Rose" }]],
  },
  "POST /api/auth/sign-in-code": {
    async prepare({ anna, rose }) {
      const params = { id: rose.id };
      const { code } = await anna.client.call(signInCodes.makeSignInCode, { params });
      return { body: { code } };
    },
    records: [["Rose", onNewDevice]],
  },

  "GET /api/account": {},
  "PUT /api/account": {
    prepare: () => ({ body: { username: "Anna Stone" } }),
    records: [["Anna Reyes", { kind: "name-changed", to: "Anna Stone" }]],
  },
  "POST /api/account/proof": {
    async prepare({ server, caller }) {
      await people.forgetProof(server, caller);
      return { body: { password: people.password } };
    },
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "PUT /api/account/phone-number": {
    prepare: ({ server, caller }) => askedForCode(server, caller.client, people.newPhoneNumber()),
    records: [["Anna Reyes", { kind: "phone-number-changed", from: twoDigits, to: twoDigits }]],
  },
  "PUT /api/account/call-number": {
    async prepare({ server }) {
      const by = await people.signUpByEmail(server, { name: "Eve Stone", email: newEmail() });
      return { by, body: { phoneNumber: "+16145557642" } };
    },
    records: [["Eve Stone", { kind: "phone-number-changed", from: null, to: "42" }]],
  },
  "PUT /api/account/email": {
    prepare: () => ({ body: { email: newEmail() } }),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "POST /api/account/email/confirmation": {
    async prepare({ server, caller }) {
      await caller.client.call(accounts.changeEmail, { body: { email: newEmail() } });
      return { body: { token: tokenIn(server.mailbox) } };
    },
    records: [["Anna Reyes", { kind: "email-changed" }]],
  },
  "DELETE /api/account/email": {
    prepare: async ({ server, caller }) => void (await addEmail(server, caller)),
    records: [["Anna Reyes", { kind: "email-removed" }]],
  },
  "PUT /api/account/password": {
    prepare: () => ({ body: { password } }),
    records: [["Anna Reyes", { kind: "password-changed" }]],
  },
  "DELETE /api/account/devices": {
    prepare: async ({ server, caller }) => void (await secondDevice(server, caller)),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "DELETE /api/account/devices/:id": {
    prepare: async ({ server, caller }) => ({ params: { id: await secondDevice(server, caller) } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/account-changes/:token": {
    prepare: async (situation) => ({ params: { token: await changedPassword(situation) } }),
  },
  "POST /api/account-changes/:token/undoing": {
    prepare: async (situation) => ({ params: { token: await changedPassword(situation) } }),
    records: [["Anna Reyes", { kind: "account-changes-undone", undone: ["password"] }]],
  },
  "POST /api/account/deletion": {
    prepare: ({ ben: by }) => ({ by }),
    records: [["Ben", { kind: "account-deletion-requested" }]],
  },
  "DELETE /api/account/deletion": {
    async prepare({ ben: by }) {
      await by.client.call(deletion.requestAccountDeletion);
      return { by };
    },
    records: [["Ben", { kind: "account-kept" }]],
  },

  "GET /api/people-pictures/:id": {
    prepare: async ({ ben }) => ({ params: { id: await sendFace(ben.client) } }),
  },
  "PUT /api/account/picture": {
    prepare: async () => ({ upload: await photo() }),
    records: [["Anna Reyes", { kind: "picture-changed" }]],
  },
  "DELETE /api/account/picture": {
    prepare: async ({ caller }) => void (await sendFace(caller.client)),
    records: [["Anna Reyes", { kind: "picture-removed" }]],
  },
  "PUT /api/family/members/:id/picture": {
    prepare: async ({ rose }) => ({ params: { id: rose.id }, upload: await photo() }),
    records: [["Anna Reyes", { kind: "member-picture-changed", member: "Rose" }]],
  },
  "DELETE /api/family/members/:id/picture": {
    async prepare({ rose }) {
      await sendFace(rose.client);
      return { params: { id: rose.id } };
    },
    records: [["Anna Reyes", { kind: "member-picture-removed", member: "Rose" }]],
  },
};
