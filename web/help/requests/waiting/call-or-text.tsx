import { MessageSquareText } from "lucide-react";
import { CallButton } from "#web/families/call/call-button.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import type { WaitingRequest } from "../outbox-store.ts";
import { textAddress } from "./text-address.ts";
import { useIsLate } from "./use-is-late.ts";

interface CallOrTextProps {
  contact: NonNullable<WaitingRequest["contact"]> | undefined;
  waiting: WaitingRequest;
}

/** The ways that need no internet: a call, and a written text as soon as it should have gone out by itself. */
export function CallOrText({ contact, waiting: { phrase, askedAt } }: CallOrTextProps) {
  const isLate = useIsLate(askedAt);
  if (!contact) return null;
  const text = textAddress(contact.phoneNumber, `I need help: ${phrase}`);
  return (
    <>
      <CallButton contact={contact} isPrimary />
      {isLate && (
        <ButtonLink variant="primary" icon={MessageSquareText} href={text}>
          Text {contact.name}
        </ButtonLink>
      )}
    </>
  );
}
