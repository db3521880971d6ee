import type { World } from "#server/platform/world.ts";
import type { MessageChannel } from "../channel.ts";
import type { EmailContent, MessageContent } from "../message-kind.ts";
import { renderEmail } from "./content.ts";

const linkToApp = ({ publicUrl }: World["config"], { title, text, path }: MessageContent): EmailContent => ({
  subject: title,
  before: [text],
  link: { label: "Open Porchlight", href: publicUrl + path },
  after: [],
});

const findEmail = { name: "find-email", text: "select email from people where id = $1" };

export const emailChannel: MessageChannel = {
  name: "email",
  missingAddress: "We do not know your e-mail address yet.",
  accountAddress: "email",
  hasProvider: ({ isSandbox, smtp }) => isSandbox || smtp !== undefined,
  hasAddress: (person) => `${person}.email is not null`,
  async addressesOf({ database }, personId) {
    const [person] = await database.read<{ email: string | null }>(findEmail, [personId]);
    return person?.email ? [person.email] : [];
  },
  async send({ senders, config }, to, content) {
    await senders.email({ to, ...renderEmail(content.email ?? linkToApp(config, content)) });
    return {};
  },
};
