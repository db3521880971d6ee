import { Check, CircleCheck, Phone, RotateCcw, Siren, Video } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { CallButton, CallWords, EmergencyCall } from "#web/features/families/call/calls.tsx";
import { InviteLink } from "#web/features/families/family-links.tsx";
import { useContacts } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { canLookTogether } from "../../capture-support.ts";
import { PictureTaking } from "../../pictures/picture-taking.tsx";
import { hasRoomForPicture, useReplies, useSendFile } from "../../replies/queries.ts";
import type { ThreadProps } from "../../replies/thread.tsx";
import type { Sender } from "../outbox.ts";
import {
  hasNoRecipients,
  headingOf,
  helperIn,
  isConfirmed,
  isOpen,
  longestHeading,
  questionOf,
  timelineOf,
  toneOf,
} from "../request-words.ts";
import styles from "./cards.module.css";
import { type OwnActions, Undo, useOwnActions } from "./own-actions.tsx";
import { AskedWords, RequestCard, ResultLine } from "./request-card.tsx";
import { ScamNote, WhatNow } from "./scam-advice.tsx";
import { Timeline } from "./timeline.tsx";

interface OwnPictureProps extends Pick<ThreadProps, "sender"> {
  request: HelpRequest;
}

/** Offers the sender to show what is wrong. Its button says what became of the last picture, which is in the thread below. */
function OwnPicture({ request: { id, idempotencyKey }, sender }: OwnPictureProps) {
  const subject = { id, idempotencyKey, personId: sender.id, familyId: sender.familyId };
  const { replies, waiting } = useReplies(subject);
  const send = useSendFile(subject, "picture");
  if (!hasRoomForPicture({ replies, waiting })) return null;
  const isWaiting = waiting.some(({ kind }) => kind === "picture");
  const isSent = replies.some(({ picture, person }) => picture && person.id === sender.id);
  const another = isWaiting ? "Not sent yet. Take another?" : isSent && "Sent. Take another?";
  return (
    <PictureTaking
      requestKey={idempotencyKey}
      isCamera
      label={another || "Take a picture"}
      isBusy={send.isPending}
      onSend={send.mutateAsync}
    />
  );
}

interface PromiseAnswersProps {
  actions: OwnActions;
  /** The element with the question. */
  questionId: string;
}

/** The sender's answers to whether the helper called or came as they had said. */
function PromiseAnswers({ actions, questionId }: PromiseAnswersProps) {
  const answer = { "aria-describedby": questionId, isBusy: actions.isBusy };
  return (
    <div className={styles.answers}>
      <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("fulfilled")}>
        Yes
      </Button>
      <Button {...answer} icon={RotateCcw} onClick={() => actions.act("missed")}>
        Not yet
      </Button>
    </div>
  );
}

/** Offers the person who asked to show something to the helper. */
const ShowLink = ({ request: { id, helper } }: { request: HelpRequest }) =>
  helper && (
    <ButtonLink href={`/video-call/${id}`} icon={Video}>
      Show {helper.name} with the camera
    </ButtonLink>
  );

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
          <CallWords contact={contact} {...(state === "UNREACHABLE" && { isNumberShown: true })} />
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
      <ResultLine
        takesFocus={actions.said === "makeUrgent"}
        mark="Your family gets the next messages right away."
      >
        You said it's urgent.
      </ResultLine>
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
function SoFar({ request }: Pick<StatusProps, "request">) {
  if (hasNoRecipients(request)) return <NobodyToNotify />;
  return (
    <Stack>
      {questionOf(request) && <AskedWords request={request} />}
      {toneOf(request) === "scam" && <WhatNow />}
      <Timeline entries={timelineOf(request)} />
      {request.state === "UNREACHABLE" && <Unreached />}
      <CallOfHelper {...request} />
      {request.helper && canLookTogether() && (
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
 * The sender's words, and in their place the answers to whether a promise was fulfilled. The words hold their space, so that
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
      {isAsked && <PromiseAnswers actions={actions} questionId={questionId} />}
    </div>
  );
}

/** The state of the person's own open request. */
function RequestStatus({ request, actions, sender }: StatusProps & { sender: Sender }) {
  const now = useMinute();
  const names = useContacts().map(({ name }) => name);
  const titleId = useId();
  return (
    <RequestCard
      title={headingOf(request, now)}
      titleId={titleId}
      longestTitle={longestHeading(names)}
      heading={actions.words}
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
      <SoFar request={request} />
    </RequestCard>
  );
}

interface EndedProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** Thanks the person who helped in one tap, once. */
function Thanks({ request, actions }: EndedProps) {
  const helper = helperIn(request);
  if (!helper || request.state !== "RESOLVED") return null;
  if (request.thankedAt !== null) return <p>You thanked {helper.name} ♥</p>;
  return (
    <Button variant="primary" isStart isBusy={actions.isBusy} onClick={() => actions.act("thank")}>
      Thank {helper.name} ♥
    </Button>
  );
}

/** A request that the person ended, listed for an hour. */
function Ended({ request, actions }: EndedProps) {
  const last = request.receipts.at(-1);
  return (
    <Note kind="success" icon={CircleCheck} title={headingOf(request)} ref={actions.words}>
      <Row isTight>
        <p>
          “{request.phrase}” {last && <Moment at={last.at} />}
        </p>
        <Undo requestId={request.id} act="undo" actions={actions} />
      </Row>
      <Thanks request={request} actions={actions} />
      <ErrorMessage error={actions.error} />
    </Note>
  );
}

/** Asks the sender whether the request is solved after somebody else said "Done". */
function IsItSolved({ request, actions }: EndedProps) {
  const question = useId();
  const answer = { "aria-describedby": question, isBusy: actions.isBusy };
  return (
    <RequestCard
      title={headingOf(request)}
      titleId={question}
      heading={actions.words}
      tone={toneOf(request)}
      isOver
    >
      <Stack gap={24}>
        <AskedWords request={request} />
        {request.scamCheck && <ScamNote request={request} />}
      </Stack>
      <Stack gap={12}>
        <Actions isWide>
          <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("confirm")}>
            Yes
          </Button>
          <Button {...answer} icon={RotateCcw} onClick={() => actions.act("reopen")}>
            Not yet
          </Button>
        </Actions>
        <ErrorMessage error={actions.error} />
      </Stack>
    </RequestCard>
  );
}

/** The person's own request, from "Sent" to "Yes, it is solved". */
export function OwnRequest({ request, sender }: { request: HelpRequest; sender: Sender }) {
  const actions = useOwnActions(request);
  if (isOpen(request)) return <RequestStatus request={request} actions={actions} sender={sender} />;
  // A canceled request, too, was ended by the person who asked.
  return isConfirmed(request) ? (
    <Ended request={request} actions={actions} />
  ) : (
    <IsItSolved request={request} actions={actions} />
  );
}
