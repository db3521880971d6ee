import { Check, Phone, Siren } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { shownPhoneNumber } from "#web/accounts/phone/phone-number.ts";
import { EmergencyCall } from "#web/families/call/call-buttons.tsx";
import { InviteLink } from "#web/families/invite-link.tsx";
import { useContacts } from "#web/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Together } from "#web/ui/text.tsx";
import { duration, minutesSince } from "#web/ui/time/clock.ts";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { headingOf, isUnheard, stepsOf } from "../../progress.ts";
import { DidNotWork, OutcomeLine, Quote, RequestCard } from "../request-card.tsx";
import type { OwnActions } from "./own-actions.ts";
import { Steps } from "./steps.tsx";
import { Undo } from "./undo.tsx";

const maxCalls = 3;

interface CallsProps {
  request: HelpRequest;
  /** Whether to offer several people to call. */
  isLate: boolean;
}

/** Offers to call the helper, or the first contact while an answer is likely, or several people when it is late. */
function Calls({ request: { helper, state }, isLate }: CallsProps) {
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

interface UrgencyProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** Lets the sender mark the request as urgent while nobody has taken it. */
function Urgency({ request, actions }: UrgencyProps) {
  if (request.helper || request.recipients === 0) return null;
  if (!request.isUrgent)
    return (
      <Button icon={Siren} isBusy={actions.isBusy} onClick={() => actions.act("hurry")}>
        It's urgent
      </Button>
    );
  return (
    <OutcomeLine takesFocus={actions.said === "hurry"} mark="Your family gets the next messages right away.">
      You said it's urgent.
    </OutcomeLine>
  );
}

interface RequestProps {
  request: HelpRequest;
}

/** After this many minutes without an answer, a call is better than waiting. */
const longWait = 10;

/** Nobody in the family can be told, so this says what else to do. */
const Unheard = () => (
  <Stack gap={12}>
    <p>Nobody else has joined your family here yet. Your request is saved until someone does.</p>
    <InviteLink />
    <EmergencyCall />
  </Stack>
);

const Unreached = () => (
  <>
    <p>We'll keep trying. A call is quicker.</p>
    <EmergencyCall />
  </>
);

/** Lists the events so far. `Announcements` reads it out. */
function ProgressSoFar({ request, waited }: RequestProps & { waited: number }) {
  if (isUnheard(request)) return <Unheard />;
  return (
    <div>
      <Steps steps={stepsOf(request)} />
      {request.state === "UNREACHABLE" && <Unreached />}
      {waited >= longWait && <p>It has been {duration(waited)}. A call is quicker now.</p>}
    </div>
  );
}

/** The state of the person's own open request. */
export function RequestStatus({ request, actions }: RequestProps & { actions: OwnActions }) {
  const { helper, state } = request;
  const isUnreachable = state === "UNREACHABLE";
  const now = useMinute();
  const waited = helper || isUnreachable ? 0 : minutesSince(request.askedAt, now);
  const isLate = waited >= longWait || state === "ESCALATED" || isUnreachable;
  const ways = (
    <>
      <Calls request={request} isLate={isLate} />
      <Button icon={Check} isBusy={actions.isBusy} onClick={() => actions.act("finish")}>
        I'm OK now
      </Button>
    </>
  );
  return (
    <RequestCard title={headingOf(request)} heading={actions.outcome}>
      <Stack gap={24}>
        <Row isTight>
          <div>
            <p>
              You asked at <Moment at={request.askedAt} />:
            </p>
            <Quote phrase={request.phrase} />
          </div>
          <Undo requestId={request.id} act="cancel" isPast={helper !== null} actions={actions} />
        </Row>
        <Stack gap={12}>
          {isUnreachable ? ways : <Actions isWide>{ways}</Actions>}
          <Urgency request={request} actions={actions} />
          <DidNotWork error={actions.error} />
        </Stack>
      </Stack>
      <ProgressSoFar request={request} waited={waited} />
    </RequestCard>
  );
}
