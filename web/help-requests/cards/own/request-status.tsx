import { Check } from "lucide-react";
import type { HelpRequest } from "#contract/help-requests.ts";
import { messageOf } from "#web/api/call.ts";
import { CallButton } from "#web/families/call/call-button.tsx";
import { EmergencyCall } from "#web/families/call/emergency-call.tsx";
import { InviteLink } from "#web/families/invite-link.tsx";
import { useContacts } from "#web/families/queries.ts";
import { useFinish } from "#web/help-requests/cards/changes.ts";
import { Quote } from "#web/help-requests/cards/quote.tsx";
import { RequestCard } from "#web/help-requests/cards/request-card.tsx";
import { headingOf, stepsOf } from "#web/help-requests/progress.ts";
import { isUnheard } from "#web/help-requests/state.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { duration, minutesSince } from "#web/ui/time/clock.ts";
import { Moment } from "#web/ui/time/times.tsx";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { Steps } from "./steps.tsx";

interface RequestProps {
  request: HelpRequest;
}

/** After so many minutes without a yes, the phone is the better way. */
const longWait = 10;
const mostCalls = 3;

/** Whoever said yes; the first contact while somebody may still answer; several once that is unlikely. */
function Calls({ request, isLate }: RequestProps & { isLate: boolean }) {
  const contacts = useContacts();
  const helper = contacts.find(({ id }) => id === request.helper?.id);
  const called = helper ? [helper] : contacts.slice(0, isLate ? mostCalls : 1);
  return called.map((contact, index) => (
    <CallButton key={contact.id} contact={contact} isPrimary={index === 0} />
  ));
}

/** Nobody in the family could hear of it: whom else to turn to. */
const Unheard = () => (
  <Stack gap={12}>
    <p>Nobody else is in your family here yet. Your words are kept until somebody joins.</p>
    <InviteLink />
    <EmergencyCall />
  </Stack>
);

/** How one's own open request stands, live. */
export function RequestStatus({ request }: RequestProps) {
  const finish = useFinish();
  const waited = minutesSince(request.askedAt, useMinute());
  const isUnanswered = request.state !== "ACKNOWLEDGED" && waited >= longWait;
  const isLate = isUnanswered || request.state === "UNREACHABLE";
  return (
    <RequestCard title={headingOf(request)}>
      <Stack gap={24}>
        <div>
          <p>
            You asked at <Moment at={request.askedAt} />:
          </p>
          <Quote phrase={request.phrase} />
        </div>
        <Actions isWide>
          <Calls request={request} isLate={isLate} />
          <Button icon={Check} isBusy={finish.isPending} onClick={() => finish.mutate(request)}>
            I'm OK now
          </Button>
        </Actions>
        {finish.isError && (
          <Note
            kind="danger"
            isAlert
            title={messageOf(finish.error, "That did not work. Please try again.")}
          />
        )}
      </Stack>
      <div role="status" aria-atomic="false">
        {isUnheard(request) ? <Unheard /> : <Steps steps={stepsOf(request)} />}
        {isUnanswered && !isUnheard(request) && <p>It has been {duration(waited)}. A call is quicker now.</p>}
      </div>
    </RequestCard>
  );
}
