import { MessageSquareText, Phone } from "lucide-react";
import type { Contact } from "#web/families/contacts.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { textAddress } from "./text-address.ts";

interface CallOrTextProps {
  contact: Contact;
  /** What was asked. */
  phrase: string;
}

/** Both large: the ways that need no internet. */
export const CallOrText = ({ contact: { name, phoneNumber }, phrase }: CallOrTextProps) => (
  <>
    <ButtonLink variant="primary" icon={Phone} href={`tel:${phoneNumber}`}>
      Call {name}
    </ButtonLink>
    <ButtonLink
      variant="primary"
      icon={MessageSquareText}
      href={textAddress(phoneNumber, `I need help: ${phrase}`)}
    >
      Text {name}
    </ButtonLink>
  </>
);
