import type { World } from "#server/platform/world.ts";
import type { MessageChannel } from "../channel.ts";
import type { EmailContent, MessageContent } from "../message-kind.ts";
import { findAccountAddresses } from "../queries.ts";
import { renderEmail } from "./content.ts";

const linkToApp = ({ publicUrl }: World["config"], { title, text, path }: MessageContent): EmailContent => ({
  subject: title,
  before: [text],
  link: { label: "Open Porchlight", href: publicUrl + path },
  after: [],
});

export const emailChannel: MessageChannel = {
  name: "email",
  missingAddress: "We do not know your e-mail address yet.",
  accountAddress: "email",
  hasProvider: ({ isSandbox, smtp }) => isSandbox || smtp !== undefined,
  hasAddress: (person) => person("people.email", "is not", null),
  async addressesOf({ database }, personId) {
    const { email } = await findAccountAddresses(database.reads, personId);
    return email ? [email] : [];
  },
  async send({ senders, config }, to, content) {
    await senders.email({ to, ...renderEmail(content.email ?? linkToApp(config, content)) });
    return {};
  },
};
