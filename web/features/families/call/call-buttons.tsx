import { Phone } from "lucide-react";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import type { Contact } from "../contacts.ts";
import { keptEmergencyNumber } from "../kept-family.ts";
import { useFamily } from "../queries.ts";
import styles from "./emergency-call.module.css";

interface CallButtonProps {
  contact: Pick<Contact, "name" | "phoneNumber">;
  isPrimary?: boolean;
}

export const CallButton = ({ contact, isPrimary = false }: CallButtonProps) => (
  <ButtonLink href={`tel:${contact.phoneNumber}`} icon={Phone} variant={isPrimary ? "primary" : "plain"}>
    Call {contact.name}
  </ButtonLink>
);

/** Calls the emergency number of the family's country, or the last one known here, or 911. */
export function EmergencyCall() {
  const family = useFamily();
  const number = family?.emergencyNumber ?? keptEmergencyNumber() ?? "911";
  return (
    <a className={styles.call} href={`tel:${number}`}>
      <Icon of={Phone} />
      <span>
        In an emergency <span className={styles.number}>call {number}</span>
      </span>
    </a>
  );
}
