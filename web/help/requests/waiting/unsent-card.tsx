import { Check, MessageSquareText } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CallButton, EmergencyCall } from "#web/families/call/call-buttons.tsx";
import { isApplePhoneOrTablet } from "#web/offline/installation/platform.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { goToHeading } from "#web/ui/page/page.tsx";
import { RequestCard } from "../cards/request-card.tsx";
import type { WaitingRequest } from "../outbox-store.ts";
import { useDiscard } from "../queries.ts";

const lateAfterMs = 20_000;

/** Whether what was asked then should have gone out by now. */
function useIsLate(askedAt: string): boolean {
  const left = Date.parse(askedAt) + lateAfterMs - Date.now();
  const [isLate, setLate] = useState(left <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  return isLate;
}

/** Opens the phone's own messages with these words written. Apple and the others disagree on how to say so. */
const textAddress = (phoneNumber: string, words: string): string =>
  `sms:${phoneNumber}${isApplePhoneOrTablet() ? "&" : "?"}body=${encodeURIComponent(words)}`;

interface CallOrTextProps {
  contact: NonNullable<WaitingRequest["contact"]> | undefined;
  waiting: WaitingRequest;
}

/** The ways that need no internet: a call, and a written text as soon as it should have gone out by itself. */
function CallOrText({ contact, waiting: { phrase, askedAt } }: CallOrTextProps) {
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

interface UnsentCardProps {
  waiting: WaitingRequest;
  contact: WaitingRequest["contact"];
  /** What has to happen before it goes out. */
  next: ReactNode;
  /** What was asked, and when. */
  children: ReactNode;
}

/** A request that is on this device and not with the server: that is said plainly, with a call as the way on. */
export function UnsentCard({ waiting, contact, next, children }: UnsentCardProps) {
  const discard = useDiscard();
  const putAway = () => discard.mutateAsync(waiting.key).then(goToHeading, () => undefined);
  return (
    <RequestCard title={waiting.refusal ? "This could not be sent." : "Saved on this device. Not sent yet."}>
      <Stack gap={24}>
        <div>{children}</div>
        <Actions isWide>
          <CallOrText contact={contact} waiting={waiting} />
          <Button icon={Check} isBusy={discard.isPending} onClick={putAway}>
            I'm OK now
          </Button>
        </Actions>
      </Stack>
      <Stack gap={12}>
        {next}
        <EmergencyCall />
      </Stack>
    </RequestCard>
  );
}
