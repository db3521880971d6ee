import { Check } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { EmergencyCall } from "#web/families/call/emergency-call.tsx";
import { InviteLink } from "#web/families/invite-link.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { duration, minutesSince } from "#web/ui/time/clock.ts";
import { Moment } from "#web/ui/time/times.tsx";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { headingOf, stepsOf } from "../../progress.ts";
import { isUnheard } from "../../state.ts";
import { DidNotWork } from "../did-not-work.tsx";
import { Quote } from "../quote.tsx";
import { RequestCard } from "../request-card.tsx";
import type { Acting } from "./acting.ts";
import { Calls } from "./calls.tsx";
import { Steps } from "./steps.tsx";
import { Undo } from "./undo.tsx";
import { Urgency } from "./urgency.tsx";

interface RequestProps {
  request: HelpRequest;
}

/** After so many minutes without a yes, the phone is the better way. */
const longWait = 10;

/** Nobody in the family could hear of it: whom else to turn to. */
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

/** What has happened so far. It is read out by what watches over the requests, once. */
function SoFar({ request, waited }: RequestProps & { waited: number }) {
  if (isUnheard(request)) return <Unheard />;
  return (
    <div>
      <Steps steps={stepsOf(request)} />
      {request.state === "UNREACHABLE" && <Unreached />}
      {waited >= longWait && <p>It has been {duration(waited)}. A call is quicker now.</p>}
    </div>
  );
}

/** How one's own open request stands, live. */
export function RequestStatus({ request, acting }: RequestProps & { acting: Acting }) {
  const { helper, state } = request;
  const isUnreachable = state === "UNREACHABLE";
  const now = useMinute();
  const waited = helper || isUnreachable ? 0 : minutesSince(request.askedAt, now);
  const isLate = waited >= longWait || state === "ESCALATED" || isUnreachable;
  const ways = (
    <>
      <Calls request={request} isLate={isLate} />
      <Button icon={Check} isBusy={acting.isBusy} onClick={() => acting.act("finish")}>
        I'm OK now
      </Button>
    </>
  );
  return (
    <RequestCard title={headingOf(request)} heading={acting.outcome}>
      <Stack gap={24}>
        <Row isTight>
          <div>
            <p>
              You asked at <Moment at={request.askedAt} />:
            </p>
            <Quote phrase={request.phrase} />
          </div>
          <Undo requestId={request.id} act="cancel" isPast={helper !== null} acting={acting} />
        </Row>
        <Stack gap={12}>
          {isUnreachable ? ways : <Actions isWide>{ways}</Actions>}
          <Urgency request={request} acting={acting} />
          <DidNotWork error={acting.error} />
        </Stack>
      </Stack>
      <SoFar request={request} waited={waited} />
    </RequestCard>
  );
}
