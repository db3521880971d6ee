import { Check, Phone, Siren } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { shownPhoneNumber } from "#web/accounts/phone/phone-number.ts";
import { CallButton, EmergencyCall } from "#web/families/call/call-buttons.tsx";
import { InviteLink } from "#web/families/invite-link.tsx";
import { useContacts } from "#web/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { DidNotWork } from "#web/ui/state/did-not-work.tsx";
import { Together } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { hasNoRecipients } from "../../open-state.ts";
import { headingOf, longestHeading, stepsOf, toneOf } from "../../progress.ts";
import { questionOf } from "../../promise-words.ts";
import styles from "../cards.module.css";
import { AskedWords, OutcomeLine, RequestCard } from "../request-card.tsx";
import type { OwnActions } from "./own-actions.ts";
import { Steps } from "./steps.tsx";
import { Undo } from "./undo.tsx";

const WasItKept = lazyPart(() => import("./was-it-kept.tsx"), "WasItKept");
export const ScamNote = lazyPart(() => import("../scams/scam-note.tsx"), "ScamNote");
const WhatNow = lazyPart(() => import("../scams/what-now.tsx"), "WhatNow");
const ShowLink = lazyPart(() => import("../../../video-calls/video-call-link.tsx"), "ShowLink");

const maxCalls = 3;

/**
 * Offers to call the first contacts, from the start and always in the same places, so that no button moves under a finger.
 * The helper stands out.
 */
function Calls({ helper, state }: HelpRequest) {
  const called = useContacts().slice(0, maxCalls);
  const helping = called.find(({ id }) => id === helper?.id);
  if (called.length === 0) return null;
  return (
    <Stack gap={12}>
      {called.map((contact, index) => (
        <ButtonLink
          key={contact.id}
          className={styles.call}
          href={`tel:${contact.phoneNumber}`}
          icon={Phone}
          variant={(helping ? contact === helping : index === 0) ? "primary" : "plain"}
        >
          <span>
            Call {contact.name}{" "}
            {state === "UNREACHABLE" && <Together>{shownPhoneNumber(contact.phoneNumber)}</Together>}
          </span>
        </ButtonLink>
      ))}
    </Stack>
  );
}

/** A helper who is not among the first contacts. It stands below all other buttons. */
function CallOfHelper({ helper }: HelpRequest) {
  const contact = useContacts()
    .slice(maxCalls)
    .find(({ id }) => id === helper?.id);
  return contact && <CallButton contact={contact} isPrimary />;
}

interface StatusProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** Lets the sender mark the request as urgent while nobody has taken it, and undo that. */
function Urgency({ request, actions }: StatusProps) {
  if (request.helper || request.recipients === 0 || request.scamCheck) return null;
  if (!request.isUrgent)
    return (
      <Button variant="danger" icon={Siren} isBusy={actions.isBusy} onClick={() => actions.act("makeUrgent")}>
        It's urgent
      </Button>
    );
  return (
    <Stack gap={12}>
      <OutcomeLine
        takesFocus={actions.said === "makeUrgent"}
        mark="Your family gets the next messages right away."
      >
        You said it's urgent.
      </OutcomeLine>
      <Undo requestId={request.id} act="undoUrgency" actions={actions} />
    </Stack>
  );
}

/** Nobody in the family can be notified, so this says what else to do. */
const NobodyToNotify = () => (
  <Stack gap={12}>
    <p>Nobody else has joined your family here yet. Your request is saved until someone does.</p>
    <InviteLink />
    <EmergencyCall />
  </Stack>
);

const Unreached = () => (
  <div>
    <p>We'll keep trying. A call is quicker.</p>
    <EmergencyCall />
  </div>
);

/** Asks whether a promise was kept, and lists the events so far. `Announcements` reads it out. It grows below the buttons, which stay in place. */
function ProgressSoFar({ request, actions }: StatusProps) {
  if (hasNoRecipients(request)) return <NobodyToNotify />;
  return (
    <Stack>
      {questionOf(request) && <WasItKept request={request} actions={actions} />}
      {toneOf(request) === "scam" && <WhatNow />}
      <Steps steps={stepsOf(request)} />
      {request.state === "UNREACHABLE" && <Unreached />}
      <CallOfHelper {...request} />
      {request.helper && (
        <div className={styles.slot}>
          <ShowLink request={request} />
        </div>
      )}
    </Stack>
  );
}

/** The state of the person's own open request. */
export function RequestStatus({ request, actions }: StatusProps) {
  const now = useMinute();
  const names = useContacts().map(({ name }) => name);
  return (
    <RequestCard
      title={headingOf(request, now)}
      longestTitle={longestHeading(names)}
      heading={actions.outcome}
      tone={toneOf(request)}
    >
      <Stack gap={24}>
        {request.scamCheck && <ScamNote request={request} />}
        <Calls {...request} />
        <Row isTight>
          <AskedWords request={request} />
          <Undo requestId={request.id} act="cancel" isPast={request.helper !== null} actions={actions} />
        </Row>
        <Button icon={Check} isBusy={actions.isBusy} onClick={() => actions.act("finish")}>
          I'm OK now
        </Button>
        <Urgency request={request} actions={actions} />
        <DidNotWork error={actions.error} />
      </Stack>
      <ProgressSoFar request={request} actions={actions} />
    </RequestCard>
  );
}
