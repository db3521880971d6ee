import type { MessageChannel } from "../channel.ts";

export const smsChannel: MessageChannel = {
  name: "sms",
  wakes: true,
  isPaid: true,
  isPerDevice: false,
  missingAddress: "Please add your phone number first.",
  hasProvider: ({ isSandbox, twilio }) => isSandbox || twilio !== undefined,
  hasAddress: (person) => `${person}.phone_number is not null`,
  async addressesOf({ database }, personId) {
    const people = database.kysely.selectFrom("people").select("phone_number");
    const person = await people.where("id", "=", personId).executeTakeFirst();
    return person?.phone_number ? [person.phone_number] : [];
  },
  receiptPath: (token) => `/twilio/statuses/${token}`,
  async send({ senders, config }, to, { sms, text, receiptPath }) {
    const statusCallback = receiptPath && { statusCallback: config.publicUrl + receiptPath };
    const { id } = await senders.sms({ to, text: sms ?? text, ...statusCallback });
    return { providerId: id };
  },
};
