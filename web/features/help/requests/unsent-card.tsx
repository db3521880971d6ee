import { queryOptions, useQuery } from "@tanstack/react-query";
import { Check, MessageSquareText } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { CallButton, EmergencyCall } from "#web/features/families/call/calls.tsx";
import { isApplePhoneOrTablet } from "#web/features/installation/platform.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { goToHeading } from "#web/ui/page/page.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import styles from "./cards/cards.module.css";
import { RequestCard } from "./cards/request-card.tsx";
import { isDiscarded, requestsOutbox, type WaitingRequest } from "./outbox-store.ts";
import { helpRequestsQuery } from "./queries.ts";
import { useDiscard } from "./request-changes.ts";

const lateAfterMs = 20_000;

/** Whether a request of that age should have been sent by now. */
function useIsLate(askedAt: string): boolean {
  const left = Date.parse(askedAt) + lateAfterMs - Date.now();
  const [isLate, setLate] = useState(left <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  return isLate;
}

/** Opens the phone's messages app with these words. Apple uses another separator. */
const textAddress = (phoneNumber: string, words: string): string =>
  `sms:${phoneNumber}${isApplePhoneOrTablet() ? "&" : "?"}body=${encodeURIComponent(words)}`;

interface CallOrTextProps {
  contact: NonNullable<WaitingRequest["contact"]> | undefined;
  waiting: WaitingRequest;
}

/** Offers ways that need no internet: a call, and a prepared text once the request is late. */
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
  /** Says what has to happen before it is sent. */
  next: ReactNode;
  /** The text of the request, and the time at which it was made. */
  children: ReactNode;
}

/** Says that a request is only on this device, and offers a call. */
export function UnsentCard({ waiting, contact, next, children }: UnsentCardProps) {
  const discard = useDiscard();
  const putAway = () => discard.mutateAsync(waiting).then(goToHeading, () => undefined);
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

/** Lists all waiting requests on this device, no matter who asked. */
const waitingHereQuery = queryOptions({
  queryKey: [...helpRequestsQuery.queryKey, "waiting"],
  queryFn: async () =>
    (await requestsOutbox.all()).filter((one) => one.refusal === undefined && !isDiscarded(one)),
  refetchOnMount: "always",
});

function SignInToSend() {
  const [search] = useSearchParams();
  return (
    <>
      <p>Please sign in again, and we'll send it. A call is quicker.</p>
      {!search.has("signup") && (
        <ButtonLink href="/?signup" isStart onClick={rememberPlace}>
          Sign in
        </ButtonLink>
      )}
    </>
  );
}

/** Cards for requests that wait while nobody is signed in. They don't show what was asked. */
export function SignedOutCards() {
  const { data: waiting = [] } = useQuery(waitingHereQuery);
  if (waiting.length === 0) return null;
  return (
    <div className={styles.whole}>
      <Stack gap={24}>
        {waiting.map((one) => (
          <UnsentCard key={one.key} waiting={one} contact={one.contact} next={<SignInToSend />}>
            <p>
              You asked for help at <Moment at={one.askedAt} />.
            </p>
          </UnsentCard>
        ))}
      </Stack>
    </div>
  );
}
