import { Check, Phone, Siren } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { shownPhoneNumber } from "#web/features/accounts/phone/phone-number.ts";
import { CallButton, EmergencyCall } from "#web/features/families/call/call-buttons.tsx";
import { InviteLink } from "#web/features/families/invite-link.tsx";
import { useContacts } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Together } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { hasNoRecipients } from "../../open-state.ts";
import type { Sender } from "../../outbox.ts";
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
const OwnPicture = lazyPart(() => import("../../../replies/own-picture.tsx"), "OwnPicture");
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

/** Lists the events so far. `Announcements` reads them out. It grows below the buttons, which stay in place. */
function ProgressSoFar({ request }: Pick<StatusProps, "request">) {
  if (hasNoRecipients(request)) return <NobodyToNotify />;
  return (
    <Stack>
      {questionOf(request) && <AskedWords request={request} />}
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

interface AskedOrQuestionProps extends StatusProps {
  /** The id of the heading, which is the question. */
  questionId: string;
}

/**
 * The sender's words, and in their place the answers to whether a promise was kept. The words keep their space, so that
 * the answers move nothing.
 */
function AskedOrQuestion({ request, actions, questionId }: AskedOrQuestionProps) {
  const isAsked = questionOf(request) !== undefined;
  return (
    <div className={styles.asked}>
      <div className={isAsked ? styles.gone : undefined}>
        <Row isTight>
          <AskedWords request={request} />
          <Undo requestId={request.id} act="cancel" isPast={request.helper !== null} actions={actions} />
        </Row>
      </div>
      {isAsked && <WasItKept actions={actions} questionId={questionId} />}
    </div>
  );
}

/** The state of the person's own open request. */
export function RequestStatus({ request, actions, sender }: StatusProps & { sender: Sender }) {
  const now = useMinute();
  const names = useContacts().map(({ name }) => name);
  const titleId = useId();
  return (
    <RequestCard
      title={headingOf(request, now)}
      titleId={titleId}
      longestTitle={longestHeading(names)}
      heading={actions.outcome}
      tone={toneOf(request)}
    >
      <Stack gap={24}>
        {request.scamCheck && <ScamNote request={request} />}
        <Calls {...request} />
        <AskedOrQuestion request={request} actions={actions} questionId={titleId} />
        <div className={styles.picture}>
          <OwnPicture request={request} sender={sender} />
        </div>
        <Button icon={Check} isBusy={actions.isBusy} onClick={() => actions.act("finish")}>
          I'm OK now
        </Button>
        <Urgency request={request} actions={actions} />
        <ErrorMessage error={actions.error} />
      </Stack>
      <ProgressSoFar request={request} />
    </RequestCard>
  );
}
