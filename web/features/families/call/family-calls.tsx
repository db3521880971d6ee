import { useContacts } from "#web/features/families/queries.ts";
import { Columns, Section } from "#web/ui/layout/layout.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { CallButton } from "./call-buttons.tsx";
import styles from "./family-calls.module.css";

/** Everybody in the family who can be phoned, the first contact first. */
export function FamilyCalls() {
  const contacts = useContacts();
  if (contacts.length === 0) return null;
  return (
    <Section title="Call your family">
      <Columns as="ul" kind="pair">
        {contacts.map((contact) => (
          <li key={contact.id} className={styles.person}>
            <Avatar name={contact.name} picture={contact.picture} />
            <CallButton contact={contact} />
          </li>
        ))}
      </Columns>
    </Section>
  );
}
