import { useContacts } from "#web/families/queries.ts";
import { Row, Rows, Section } from "#web/ui/layout/layout.tsx";
import { Person } from "#web/ui/surface/badge.tsx";
import { CallButton } from "./call-buttons.tsx";

/** Everybody in the family who can be phoned, the first contact first. */
export function FamilyCalls() {
  const contacts = useContacts();
  if (contacts.length === 0) return null;
  return (
    <Section title="Call your family">
      <Rows isTight>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Row isTight>
              <Person name={contact.name} />
              <CallButton contact={contact} />
            </Row>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
