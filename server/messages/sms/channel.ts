import type { MessageChannel } from "../channel.ts";

const findNumber = { name: "find-phone-number", text: "select phone_number from people where id = $1" };

export const smsChannel: MessageChannel = {
  name: "sms",
  missingAddress: "Please add your phone number first.",
  accountAddress: "phone_number",
  hasProvider: ({ isSandbox, twilio }) => isSandbox || twilio !== undefined,
  hasAddress: (person) => `${person}.phone_number is not null`,
  async addressesOf({ database }, personId) {
    const [person] = await database.read<{ phone_number: string | null }>(findNumber, [personId]);
    return person?.phone_number ? [person.phone_number] : [];
  },
  receiptPath: (token) => `/twilio/statuses/${token}`,
  async send({ senders, config }, to, { sms, text, receiptPath }) {
    const statusCallback = receiptPath && { statusCallback: config.publicUrl + receiptPath };
    const { id } = await senders.sms({ to, text: sms ?? text, ...statusCallback });
    return { providerId: id };
  },
};
