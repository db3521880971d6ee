import type { World } from "#server/world.ts";
import type { MessageChannel } from "../channel.ts";
import type { EmailContent, MessageContent } from "../message-kind.ts";
import { renderEmail } from "./content.ts";

const linkToApp = ({ publicUrl }: World["config"], { title, text, path }: MessageContent): EmailContent => ({
  subject: title,
  before: [text],
  link: { label: "Open Porchlight", href: publicUrl + path },
  after: [],
});

export const emailChannel: MessageChannel = {
  name: "email",
  wakes: true,
  isPaid: false,
  isPerDevice: false,
  missingAddress: "We do not know your e-mail address yet.",
  hasProvider: ({ isSandbox, smtp }) => isSandbox || smtp !== undefined,
  hasAddress: (person) => `${person}.email is not null`,
  async addressesOf({ database }, personId) {
    const people = database.kysely.selectFrom("people").select("email");
    const person = await people.where("id", "=", personId).executeTakeFirst();
    return person?.email ? [person.email] : [];
  },
  receiptPath: (token) => `/api/messages/${token}/receipts`,
  async send({ senders, config }, to, content) {
    await senders.email({ to, ...renderEmail(content.email ?? linkToApp(config, content)) });
    return {};
  },
};
