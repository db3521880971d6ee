import { Phone } from "lucide-react";
import { Fragment } from "react";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import { isTouched } from "#web/features/installation/platform.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Columns, Section } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Together } from "#web/ui/text.tsx";
import type { Contact } from "../contacts.ts";
import { useContacts, useFamily } from "../queries.ts";
import { storedEmergencyNumber } from "../stored-family.ts";
import styles from "./calls.module.css";

/** A phone number that breaks at its spaces, and never at its hyphen. */
const PhoneNumber = ({ of: phoneNumber }: { of: string }) => (
  <Together>
    {shownPhoneNumber(phoneNumber)
      .split(" ")
      .map((part, place) => (
        <Fragment key={part}>
          {place > 0 && " "}
          <span className={styles.number}>{part}</span>
        </Fragment>
      ))}
  </Together>
);

interface CallButtonProps {
  contact: Pick<Contact, "name" | "phoneNumber">;
  isPrimary?: boolean;
  /** A computer cannot dial, so it shows the number for another phone. */
  isNumberShown?: boolean;
}

export const CallButton = ({
  contact: { name, phoneNumber },
  isPrimary = false,
  isNumberShown = !isTouched(),
}: CallButtonProps) => (
  <ButtonLink
    className={isNumberShown ? styles.numbered : undefined}
    href={`tel:${phoneNumber}`}
    icon={Phone}
    variant={isPrimary ? "primary" : "plain"}
  >
    <span>
      Call {name} {isNumberShown && <PhoneNumber of={phoneNumber} />}
    </span>
  </ButtonLink>
);

interface CallRowProps extends CallButtonProps {
  contact: Contact;
}

/** A person's face, and the button that calls them. */
export const CallRow = (props: CallRowProps) => (
  <li className={styles.person}>
    <Avatar name={props.contact.name} picture={props.contact.picture} isLarge />
    <CallButton {...props} />
  </li>
);

/** Calls the emergency number of the family's country, or the last one known here, or 911. */
export function EmergencyCall() {
  const family = useFamily();
  const number = family?.emergencyNumber ?? storedEmergencyNumber() ?? "911";
  return (
    <a className={styles.call} href={`tel:${number}`}>
      <Icon of={Phone} />
      <span>
        In an emergency <span className={styles.number}>call {number}</span>
      </span>
    </a>
  );
}

/** Faces with call buttons, side by side if they fit. */
export const CallRows = ({ of: contacts }: { of: readonly Contact[] }) => (
  <Columns as="ul" kind="pair">
    {contacts.map((contact) => (
      <CallRow key={contact.id} contact={contact} />
    ))}
  </Columns>
);

interface FamilyCallsProps {
  /** The people to leave out, because home offers to call them elsewhere. */
  except?: readonly Contact[];
}

/** Everybody in the family who can be phoned, the first contact first. */
export function FamilyCalls({ except = [] }: FamilyCallsProps) {
  const left = new Set(except.map(({ id }) => id));
  const contacts = useContacts().filter(({ id }) => !left.has(id));
  if (contacts.length === 0) return null;
  return (
    <Section title="Call your family">
      <CallRows of={contacts} />
    </Section>
  );
}
