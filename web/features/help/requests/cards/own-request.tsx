import { Check, CircleCheck, RotateCcw, Siren, Video } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { CallButton, CallRow, EmergencyCall } from "#web/features/families/call/calls.tsx";
import type { Contact } from "#web/features/families/contacts.ts";
import { InviteLink } from "#web/features/families/family-links.tsx";
import { useContacts, useFamily } from "#web/features/families/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { canLookTogether } from "../../capture-support.ts";
import { PictureTaking } from "../../pictures/picture-taking.tsx";
import { Offer } from "../../replies/offer.tsx";
import { hasRoomForPicture, useReplies, useSendFile } from "../../replies/queries.ts";
import type { ThreadProps } from "../../replies/thread.tsx";
import {
  cardHeadingOf,
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
  const subject = { id, idempotencyKey, ...sender };
  const { replies, waiting } = useReplies(subject);
  const send = useSendFile(subject, "picture");
  if (!hasRoomForPicture({ replies, waiting })) return null;
  const isWaiting = waiting.some(({ kind }) => kind === "picture");
  const isSent = replies.some(({ picture, person }) => picture && person.id === sender.personId);
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

/** The first contacts, or whoever helps, if they can be phoned. */
function useCalled({ helper }: HelpRequest): { called: Contact[]; others: Contact[] } {
  const contacts = useContacts();
  const helping = contacts.filter(({ id }) => id === helper?.id);
  const called = helping[0] ? helping : contacts.slice(0, maxCalls);
  return { called, others: contacts.slice(0, maxCalls).filter((contact) => !called.includes(contact)) };
}

/** Offers to call the first contacts while nobody helps, from the start and always in the same places. */
function Calls({ request }: { request: HelpRequest }) {
  const { called } = useCalled(request);
  if (called.length === 0) return null;
  return request.helper && called[0]?.id === request.helper.id ? (
    <Stack>
      <CallButton contact={called[0]} isPrimary />
    </Stack>
  ) : (
    <Stack as="ul" gap={12}>
      {called.map((contact, index) => (
        <CallRow key={contact.id} contact={contact} isPrimary={index === 0} isNumberShown />
      ))}
    </Stack>
  );
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

/** Everything that can wait, in one row until it is opened: what else to show and say, whom else to call, and the receipts. */
function More({ request, sender }: Pick<StatusProps, "request"> & { sender: Sender }) {
  const { others } = useCalled(request);
  const { id, idempotencyKey, phrase } = request;
  const subject = { id, idempotencyKey, ...sender };
  return (
    <MoreOption label="More">
      <Stack gap={24}>
        {questionOf(request) && <AskedWords request={request} />}
        <Stack gap={12}>
          <OwnPicture request={request} sender={sender} />
          <Offer subject={subject} phrase={phrase} />
          {request.helper && canLookTogether() && <ShowLink request={request} />}
          {others.map((contact) => (
            <CallButton key={contact.id} contact={contact} />
          ))}
        </Stack>
        {/* `Announcements` reads them out. */}
        <Timeline entries={timelineOf(request)} />
      </Stack>
    </MoreOption>
  );
}

/** What the person should know that is no button of every request. It comes below the buttons, which stay in place. */
function Advice({ request }: Pick<StatusProps, "request">) {
  if (hasNoRecipients(request)) return <NobodyToNotify />;
  return (
    <>
      {toneOf(request) === "scam" && <WhatNow />}
      {request.state === "UNREACHABLE" && <Unreached />}
    </>
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

const settlingMs = 700;

/** Whether the card has just changed its shape, because somebody took the request or can't help after all. */
function useIsSettling(isTaken: boolean): boolean {
  const [wasTaken, setWasTaken] = useState(isTaken);
  useEffect(() => {
    const timer = setTimeout(() => setWasTaken(isTaken), settlingMs);
    return () => clearTimeout(timer);
  }, [isTaken]);
  return wasTaken !== isTaken;
}

/** The state of the person's own open request: whom to call while nobody helps, and then who does. */
function RequestStatus({ request, actions, sender }: StatusProps & { sender: Sender }) {
  const { helper } = request;
  const { words, countdown } = cardHeadingOf(request, useMinute());
  const names = useContacts().map(({ name }) => name);
  const members = useFamily()?.members;
  const face = members?.find(({ id }) => id === helper?.id)?.picture ?? null;
  const titleId = useId();
  // A finger that is about to tap something else must not find another button there.
  const isSettling = useIsSettling(helper !== null);
  return (
    <RequestCard
      title={words}
      countdown={helper ? countdown : undefined}
      titleId={titleId}
      longestTitle={longestHeading(names, helper)}
      heading={actions.words}
      tone={toneOf(request)}
      isLarge
      helper={helper ? { name: helper.name, picture: face } : undefined}
      isSettling={isSettling}
    >
      <Stack gap={24}>
        {request.scamCheck && <ScamNote request={request} />}
        <Calls request={request} />
        <AskedOrQuestion request={request} actions={actions} questionId={titleId} />
      </Stack>
      <Stack gap={24}>
        <Button icon={Check} isBusy={actions.isBusy} onClick={() => actions.act("finish")}>
          I'm OK now
        </Button>
        <Urgency request={request} actions={actions} />
        <ErrorMessage error={actions.error} />
        <More request={request} sender={sender} />
        <Advice request={request} />
      </Stack>
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
      <Stack gap={12}>
        <Row isTight>
          <p>
            “{request.phrase}” {last && <Moment at={last.at} />}
          </p>
          <Undo requestId={request.id} act="undo" actions={actions} />
        </Row>
        <Thanks request={request} actions={actions} />
        <ErrorMessage error={actions.error} />
      </Stack>
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
      isLarge
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
