// The words of the messages about an invitation.
import type { Role } from "#contract/families.ts";
import { beginningOf } from "#contract/graphemes.ts";
import type { EmailContent, MessageContent } from "#server/platform/messages/message-kind.ts";

interface Invited {
  name: string;
  invitedBy: string;
  familyName: string;
  role: Role;
  link: string;
  /** A date in the family's zone, such as "Friday, November 27". */
  lastDay: string;
  /** Where people without an account write with questions and complaints. */
  supportEmail: string;
}

const helper = "It shows your family's day on one page, and tells you right away when someone asks for help.";
const productWords: Record<Role, string> = {
  grandparent: "It shows your family's day on one page. One button asks your family for help.",
  child: helper,
  admin: helper,
};

/** Keeps a text to one or two messages. It has only characters of GSM 03.38, because any other would halve what fits. */
export const short = (name: string): string => (name.length > 30 ? `${beginningOf(name, 28)}..` : name);

const contentOf = (email: EmailContent, text: string): MessageContent => ({
  title: email.subject,
  text,
  path: "/",
  email,
});

export const invitationContent = ({
  name,
  invitedBy,
  familyName,
  role,
  link,
  lastDay,
  supportEmail,
}: Invited): MessageContent =>
  contentOf(
    {
      subject: `${invitedBy} invites you to Porchlight`,
      before: [
        `Hello ${name},`,
        `${invitedBy} would like you to join “${familyName}” on Porchlight.`,
        productWords[role],
      ],
      link: { label: "Open my invitation", href: link },
      after: [
        `The link works for seven days, until ${lastDay}.`,
        "Didn't expect this? You can ignore it.",
        `Questions or complaints? Write to ${supportEmail}.`,
      ],
    },
    `${short(invitedBy)} invites you to ${short(familyName)} on Porchlight: ${link} Good for 7 days. Unexpected? Ignore it.`,
  );

interface Asked {
  name: string;
  renewedBy: string;
  familyName: string;
  link: string;
}

/** Anybody can have the link, so it does not say who asks. */
export const renewalRequestContent = ({ name, renewedBy, familyName, link }: Asked): MessageContent =>
  contentOf(
    {
      subject: `The invitation for ${name} has expired`,
      before: [
        `Hello ${renewedBy},`,
        `Someone opened the invitation for ${name} to “${familyName}”. It has expired, and they're asking you to renew it.`,
      ],
      link: { label: "Renew the invitation", href: link },
      after: ["It takes one tap. Then the same link works for seven more days."],
    },
    `Someone opened the Porchlight invitation for ${short(name)}, but it has expired. You can renew it with one tap: ${link}`,
  );
