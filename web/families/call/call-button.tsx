import { Phone } from "lucide-react";
import type { Contact } from "#web/families/contacts.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";

interface CallButtonProps {
  contact: Pick<Contact, "name" | "phoneNumber">;
  isPrimary?: boolean;
}

export const CallButton = ({ contact, isPrimary = false }: CallButtonProps) => (
  <ButtonLink href={`tel:${contact.phoneNumber}`} icon={Phone} variant={isPrimary ? "primary" : "plain"}>
    Call {contact.name}
  </ButtonLink>
);
