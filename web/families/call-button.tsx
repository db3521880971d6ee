import { Phone } from "lucide-react";
import { ButtonLink } from "#web/ui/action/button.tsx";
import type { Contact } from "./contacts.ts";

interface CallButtonProps {
  contact: Pick<Contact, "name" | "phoneNumber">;
  isPrimary?: boolean;
}

export const CallButton = ({ contact, isPrimary = false }: CallButtonProps) => (
  <ButtonLink href={`tel:${contact.phoneNumber}`} icon={Phone} variant={isPrimary ? "primary" : "plain"}>
    Call {contact.name}
  </ButtonLink>
);
