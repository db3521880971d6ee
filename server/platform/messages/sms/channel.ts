import type { MessageChannel } from "../channel.ts";
import { findAccountAddresses } from "../queries.ts";
import { SendError } from "../send-error.ts";
import { hasStopped } from "./keywords.ts";
import { textProvidersOf } from "./providers.ts";

export const smsChannel: MessageChannel = {
  name: "sms",
  missingAddress: "Please add your phone number first.",
  accountAddress: "phone_number",
  hasProvider: ({ isSandbox, textProviders }) => isSandbox || textProviders.length > 0,
  takesReplies: (config) => textProvidersOf(config).every(({ takesReplies }) => takesReplies),
  hasAddress: (person) => person("people.phone_number", "is not", null),
  async addressesOf({ database }, personId) {
    const { phoneNumber } = await findAccountAddresses(database.reads, personId);
    return phoneNumber ? [phoneNumber] : [];
  },
  async send(world, to, { sms, text, receiptToken, attempt }) {
    if (await hasStopped(world, to))
      throw new SendError("permanent", "This number has asked for no more texts", "unsubscribed");
    const traced = { ...(receiptToken && { receiptToken }), ...(attempt && { attempt }) };
    const { id } = await world.senders.sms({ to, text: sms ?? text, ...traced });
    return { providerId: id };
  },
};
