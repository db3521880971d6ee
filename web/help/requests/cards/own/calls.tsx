import { Phone } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { shownPhoneNumber } from "#web/accounts/phone/phone-number.ts";
import { useContacts } from "#web/families/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Together } from "#web/ui/text.tsx";

const maxCalls = 3;

interface CallsProps {
  request: HelpRequest;
  /** Several people can be called, and not only the first of them. */
  isLate: boolean;
}

/** Whoever said yes; the first contact while somebody may still answer; several, in the end with numbers, once that is unlikely. */
export function Calls({ request: { helper, state }, isLate }: CallsProps) {
  const contacts = useContacts();
  const helping = contacts.find(({ id }) => id === helper?.id);
  const called = helping ? [helping] : contacts.slice(0, isLate ? maxCalls : 1);
  return called.map(({ id, name, phoneNumber }, index) => (
    <ButtonLink key={id} href={`tel:${phoneNumber}`} icon={Phone} variant={index === 0 ? "primary" : "plain"}>
      <span>
        Call {name} {state === "UNREACHABLE" && <Together>{shownPhoneNumber(phoneNumber)}</Together>}
      </span>
    </ButtonLink>
  ));
}
