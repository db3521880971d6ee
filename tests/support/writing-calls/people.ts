import * as accounts from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import * as deletion from "#contract/accounts/deletion.ts";
import * as passkeys from "#contract/accounts/passkeys.ts";
import * as pictures from "#contract/accounts/pictures.ts";
import * as signIn from "#contract/accounts/sign-in.ts";
import * as signInCodes from "#contract/accounts/sign-in-codes.ts";
import * as families from "#contract/families.ts";
import * as invitations from "#contract/invitations.ts";
import { addPushSubscription } from "#contract/messages.ts";
import {
  cancelFamilyDeletion,
  keepFamily,
  requestFamilyDeletion,
} from "#contract/personal-data/family-deletion.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { addEmail } from "../channels.ts";
import { Client } from "../client.ts";
import { sendMessages } from "../due-work.ts";
import { exportOf, uploadOf } from "../family-file.ts";
import * as people from "../people.ts";
import { photo, sendFace } from "../photos.ts";
import type { TestServer } from "../server.ts";
import { Authenticator } from "../sign-in/authenticator.ts";
import { newPasskeyOptions, pageOf, signInOptions, withPasskey } from "../sign-in/passkeys.ts";
import {
  at,
  body,
  browser,
  type Call,
  type Family,
  origin,
  type Situation,
  type WritingCall,
} from "./call.ts";

const password = "a kettle on the stove";
/** Each address gets only so many confirmations. */
const newEmail = () => `anna${people.newPhoneNumber()}@example.com`;
/** Finds the link in the newest message that has one. */
const tokenIn = (sent: readonly { text: string }[]) =>
  sent.map(({ text: words }) => /to=([\w.~-]+)/.exec(words)?.[1]).findLast(Boolean) ?? "";

async function invited({ anna }: Family): Promise<{ id: number; inviteCode: string }> {
  const inviteCode = await people.invite(anna, "grandparent", "Rose");
  const params = { familyId: anna.familyId };
  const [newest] = await anna.client.call(invitations.listInvitations, { params });
  return { id: newest?.id ?? 0, inviteCode };
}

async function askedForCode(server: TestServer, client: Client, phoneNumber: string): Promise<Call> {
  await client.call(signIn.requestVerification, { body: { phoneNumber } });
  return { client, parts: { body: { phoneNumber, code: people.codeFor(server, phoneNumber) } } };
}

/** Adds another device of this person, which gets push messages. */
async function secondDevice(server: TestServer, phoneNumber: string): Promise<number> {
  const client = new Client(server.url);
  client.token = (await people.provePhone(server, client, phoneNumber)).token;
  await client.call(addPushSubscription, { body: browser() });
  const { devices } = await client.call(accounts.getAccount);
  return devices.find(({ isThisOne }) => isThisOne)?.id ?? 0;
}

/** Returns the token in the message to somebody whose password was changed. */
export async function changedPassword({ server, anna }: Situation): Promise<string> {
  await anna.client.call(accounts.changePassword, { body: { password } });
  return tokenIn(server.outbox);
}

/** Returns the token in the message to Rose about the deletion of her family. */
export async function aboutToBeDeleted({ server, anna, rose }: Situation): Promise<string> {
  await anna.client.call(requestFamilyDeletion);
  await sendMessages(server.world);
  return tokenIn(server.outbox.filter(({ to }) => to === rose.phoneNumber));
}

/** Calls about accounts, families and invitations. */
export const callsAboutPeople: readonly WritingCall[] = [
  {
    endpoint: signIn.register,
    async prepare({ server }) {
      const [client, phoneNumber] = [new Client(server.url), people.newPhoneNumber()];
      await people.provePhone(server, client, phoneNumber);
      return { client, parts: { body: { username: "Eve Stone", phoneNumber, password, role: "admin" } } };
    },
  },
  {
    endpoint: signIn.login,
    async prepare({ server, anna }) {
      await anna.client.call(accounts.changePassword, { body: { password } });
      return { client: new Client(server.url), ...body({ username: anna.phoneNumber, password }) };
    },
  },
  { endpoint: signIn.requestVerification, prepare: () => body({ phoneNumber: people.newPhoneNumber() }) },
  {
    endpoint: signIn.verifyCode,
    prepare: ({ server, rose }) => askedForCode(server, new Client(server.url), rose.phoneNumber),
  },
  {
    endpoint: signIn.logout,
    async prepare({ anna }) {
      await anna.client.call(addPushSubscription, { body: browser() });
      return {};
    },
  },
  { endpoint: accounts.changeNames, prepare: () => body({ username: "Anna Stone" }) },
  {
    endpoint: accounts.proveAgain,
    async prepare({ server, anna }) {
      await anna.client.call(accounts.changePassword, { body: { password } });
      await people.forgetProof(server, anna);
      return body({ password });
    },
  },
  {
    endpoint: accounts.changePhoneNumber,
    prepare: ({ server, anna }) => askedForCode(server, anna.client, people.newPhoneNumber()),
  },
  {
    endpoint: accounts.changeCallNumber,
    async prepare({ server }) {
      const { client } = await people.signUpByEmail(server, { name: "Eve Stone", email: newEmail() });
      return { client, ...body({ phoneNumber: "+16145557642" }) };
    },
  },
  { endpoint: signInCodes.makeSignInCode, prepare: ({ rose }) => at(rose.id) },
  {
    endpoint: signInCodes.signInByCode,
    async prepare({ server, anna, rose }) {
      const params = { id: rose.id };
      const { code } = await anna.client.call(signInCodes.makeSignInCode, { params });
      return { client: new Client(server.url), ...body({ code }) };
    },
  },
  { endpoint: accounts.changeEmail, prepare: () => body({ email: newEmail() }) },
  {
    endpoint: accounts.confirmEmail,
    async prepare({ server, anna }) {
      await anna.client.call(accounts.changeEmail, { body: { email: newEmail() } });
      return body({ token: tokenIn(server.mailbox) });
    },
  },
  {
    endpoint: accounts.removeEmail,
    async prepare({ server, anna }) {
      await addEmail(server, anna);
      return {};
    },
  },
  { endpoint: deletion.requestAccountDeletion, prepare: ({ ben: { client } }) => ({ client }) },
  {
    endpoint: deletion.cancelAccountDeletion,
    async prepare({ ben: { client } }) {
      await client.call(deletion.requestAccountDeletion);
      return { client };
    },
  },
  { endpoint: accounts.changePassword, prepare: () => body({ password }) },
  {
    endpoint: accounts.signOutDevice,
    prepare: async ({ server, anna }) => at(await secondDevice(server, anna.phoneNumber)),
  },
  {
    endpoint: accounts.signOutElsewhere,
    async prepare({ server, anna }) {
      await secondDevice(server, anna.phoneNumber);
      return {};
    },
  },
  { endpoint: pictures.changeOwnPicture, prepare: async () => ({ parts: { upload: await photo() } }) },
  {
    endpoint: pictures.removeOwnPicture,
    async prepare({ anna }) {
      await sendFace(anna.client);
      return {};
    },
  },
  {
    endpoint: pictures.changeMemberPicture,
    prepare: async ({ rose }) => ({ parts: { params: { id: rose.id }, upload: await photo() } }),
  },
  {
    endpoint: pictures.removeMemberPicture,
    async prepare({ rose }) {
      await sendFace(rose.client);
      return at(rose.id);
    },
  },
  { endpoint: passkeys.startPasskey, prepare: ({ server }) => ({ parts: { headers: origin(server) } }) },
  {
    endpoint: passkeys.addPasskey,
    async prepare({ server, anna }) {
      const made = new Authenticator(pageOf(server)).make(await newPasskeyOptions(server, anna.client));
      return { parts: { headers: origin(server), body: made } };
    },
  },
  {
    endpoint: passkeys.removePasskey,
    prepare: async ({ server, anna }) => at((await withPasskey(server, anna)).passkey.id),
  },
  {
    endpoint: passkeys.startPasskeySignIn,
    prepare: ({ server }) => ({ parts: { headers: origin(server) } }),
  },
  {
    endpoint: passkeys.signInByPasskey,
    async prepare({ server, anna }) {
      const { authenticator } = await withPasskey(server, anna);
      const client = new Client(server.url);
      const signed = authenticator.sign(await signInOptions(server, client));
      return { client, parts: { headers: origin(server), body: signed } };
    },
  },
  {
    endpoint: undoAccountChange,
    prepare: async (situation) => ({
      client: new Client(situation.server.url),
      parts: { params: { token: await changedPassword(situation) } },
    }),
  },
  {
    endpoint: families.changeFamily,
    prepare: () =>
      body({ name: "The Stones", timeZone: "Europe/London", country: "GB", puzzleLibrary: false }),
  },
  { endpoint: families.changeRole, prepare: ({ ben }) => at(ben.id, { role: "admin" }) },
  { endpoint: families.removeMember, prepare: ({ ben }) => at(ben.id) },
  { endpoint: families.leaveFamily, prepare: ({ ben: { client } }) => ({ client }) },
  {
    endpoint: families.startFamily,
    async prepare({ ben: { client } }) {
      await client.call(families.leaveFamily);
      return { client, ...body({ role: "admin" }) };
    },
  },
  { endpoint: requestFamilyDeletion },
  {
    endpoint: cancelFamilyDeletion,
    async prepare({ anna: { client } }) {
      await client.call(requestFamilyDeletion);
      return { client };
    },
  },
  {
    endpoint: keepFamily,
    prepare: async (situation) => ({
      client: new Client(situation.server.url),
      parts: { params: { token: await aboutToBeDeleted(situation) } },
    }),
  },
  {
    endpoint: importFamily,
    prepare: async ({ anna }) => ({ parts: uploadOf(await exportOf(anna)) }),
  },
  { endpoint: families.openFamily, prepare: ({ anna: { familyId } }) => body({ familyId }) },
  {
    endpoint: invitations.createInvitation,
    prepare: ({ anna: { familyId } }) =>
      body({ name: "Rose", email: "rose@example.com", role: "grandparent", familyId }),
  },
  { endpoint: invitations.renewInvitation, prepare: async (family) => at((await invited(family)).id) },
  { endpoint: invitations.deleteInvitation, prepare: async (family) => at((await invited(family)).id) },
  {
    endpoint: invitations.askForRenewal,
    async prepare({ server, ...family }) {
      const { inviteCode } = await invited(family);
      await people.expireInvitations(server, family.anna);
      return { client: new Client(server.url), ...body({ inviteCode }) };
    },
  },
  {
    endpoint: invitations.acceptInvitation,
    async prepare({ server, ...family }) {
      const { inviteCode } = await invited(family);
      const { client } = await people.signUp(server, { name: "Mallory" });
      return { client, ...body({ inviteCode }) };
    },
  },
  {
    endpoint: invitations.declineInvitation,
    async prepare({ server, ...family }) {
      const { inviteCode } = await invited(family);
      return { client: new Client(server.url), ...body({ inviteCode }) };
    },
  },
];
