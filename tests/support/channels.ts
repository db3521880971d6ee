// Gives the people in the tests addresses on each channel.
import { randomBytes } from "node:crypto";
import * as accounts from "#contract/accounts/accounts.ts";
import { requestVerification } from "#contract/accounts/sign-in.ts";
import {
  addPushSubscription,
  type Channel,
  makeNtfySubscription,
  setAppriseAddress,
} from "#contract/messages.ts";
import { renewAccountAddress } from "#server/platform/messages/channels.ts";
import { codeFor, newPhoneNumber, type Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A push subscription as a new browser makes it. */
export const newBrowser = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString("hex")}`,
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
});

/** Subscribes a browser of this person to push messages. */
export const subscribeToPush = ({ client, id }: Person, browser = "") =>
  client.call(addPushSubscription, {
    body: { ...newBrowser(), endpoint: `https://fcm.googleapis.com/fcm/send/${id}${browser}` },
  });

/** Inserts an address that nothing is known about, without a confirmation e-mail. */
export async function addEmail(
  { database }: TestServer,
  { id }: Person,
  email = `person-${id}@example.com`,
): Promise<void> {
  await database.kysely.updateTable("people").set({ email }).where("id", "=", id).execute();
  await renewAccountAddress(database.kysely, id, "email");
}

async function changePhoneNumber(server: TestServer, { client }: Person): Promise<void> {
  const phoneNumber = newPhoneNumber();
  await client.call(requestVerification, { body: { phoneNumber } });
  const body = { phoneNumber, code: codeFor(server, phoneNumber) };
  await client.call(accounts.changePhoneNumber, { body });
}

async function confirmEmail(server: TestServer, { client }: Person, email: string): Promise<void> {
  await client.call(accounts.changeEmail, { body: { email } });
  const [, token = ""] = /\/account\/email\?to=([\w-]+)/.exec(server.mailbox.at(-1)?.text ?? "") ?? [];
  await client.call(accounts.confirmEmail, { body: { token } });
}

const subscribeToNtfy = ({ client }: Person) => client.call(makeNtfySubscription);

/** Adds a chat in Telegram. */
const addChat = ({ client, id }: Person, chat = id) =>
  client.call(setAppriseAddress, { body: { url: `tgram://123456789:abcdefg/${chat}` } });

type Change = (server: TestServer, person: Person) => Promise<unknown>;

/** The calls by which a person adds an address on this channel and replaces it, as the app does. */
export const addressChanges: Readonly<Record<Channel, readonly [add: Change, replace: Change]>> = {
  push: [(_, person) => subscribeToPush(person), (_, person) => subscribeToPush(person, "-new-browser")],
  ntfy: [(_, person) => subscribeToNtfy(person), (_, person) => subscribeToNtfy(person)],
  apprise: [(_, person) => addChat(person), (_, person) => addChat(person, 1)],
  sms: [changePhoneNumber, changePhoneNumber],
  call: [changePhoneNumber, changePhoneNumber],
  email: [
    (server, person) => confirmEmail(server, person, `first-${person.id}@example.com`),
    (server, person) => confirmEmail(server, person, `second-${person.id}@example.com`),
  ],
};
