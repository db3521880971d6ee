import { useQuery } from "@tanstack/react-query";
import { Check, CircleCheck, Eye, HeartHandshake, Hourglass, RotateCcw, Siren, Undo2 } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import type { HelpCategory } from "#contract/help/phrases.ts";
import type { Reply } from "#contract/help/replies.ts";
import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { useFamily } from "#web/features/families/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Emoji } from "#web/ui/picture/emoji.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet, Together, Unbroken } from "#web/ui/text.tsx";
import { ago, minutesSince } from "#web/ui/time/clock.ts";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { canLookTogether } from "../../capture-support.ts";
import { categoryPicture } from "../../phrases/category-picture.tsx";
import { addressInPage, repliesQuery } from "../../replies/queries.ts";
import { videoCallQuery } from "../../video-calls/queries.ts";
import type { WaitingAcknowledgement } from "../acknowledgement-outbox.ts";
import { acknowledgementsQuery } from "../queries.ts";
import { useSeen } from "../receipts.ts";
import { useAcknowledge, useDiscardAcknowledgement, useHandOn, useResolve } from "../request-changes.ts";
import {
  askedAgainAt,
  endOf,
  helperIn,
  isConfirmed,
  isOpen,
  titleFor,
  toneOf,
  wasAnswered,
  wordsOfEnd,
  wordsOfPromise,
} from "../request-words.ts";
import styles from "./cards.module.css";
import { OwnPromise } from "./promise-question.tsx";
import { Quote, RequestCard, ResultLine } from "./request-card.tsx";
import { ScamAnswer } from "./verdict-choice.tsx";

interface NewestReplyProps {
  request: HelpRequest;
}

function linkWords({ picture, voiceMessage }: Reply, name: string): string {
  if (picture) return `See ${name}'s picture`;
  return voiceMessage ? `Listen to ${name}'s voice message` : `Read ${name}'s message`;
}

/** Leads from the top of a card to the newest reply of the person who asked, which is in the thread far below. */
function NewestReply({ request: { id, askedBy } }: NewestReplyProps) {
  const { data: replies = [] } = useQuery(repliesQuery(id));
  const newest = replies.filter(({ person }) => person.id === askedBy.id).at(-1);
  return newest && <a href={`#${addressInPage(newest)}`}>{linkWords(newest, askedBy.name)}</a>;
}

interface WhoSawItProps {
  request: HelpRequest;
  /** The person who is looking. */
  personId: number;
}

interface HelpAnswerProps {
  request: HelpRequest;
  /** The person who is looking, and the open family. */
  sender: Sender;
  /** The change behind "I can't help Rose after all". */
  handOn: ReturnType<typeof useHandOn>;
}

const SeenBy = ({ person, at }: Receipt) => (
  <>
    {person?.name} saw it at <Moment at={at} />.{" "}
  </>
);

/** Says whether somebody will help. */
function WhoHelps({ request: { receipts, helper, promise, scamCheck }, personId }: WhoSawItProps) {
  const now = useMinute();
  const taken = receipts.find(({ state }) => state === "ACKNOWLEDGED");
  const promised = promise && helper && wordsOfPromise(helper.name, promise, now);
  if (scamCheck && !helper) return "Nobody has answered yet.";
  return helper && taken ? (
    <>
      {helper.id === personId ? "You" : helper.name} said <Together>“I'll help”</Together> at{" "}
      <Moment at={taken.at} />. {promised && helper.id !== personId && <Unbroken>{promised}</Unbroken>}
    </>
  ) : (
    <>
      Nobody has said <Together>“I'll help”</Together> yet.
    </>
  );
}

/** Says who has seen a request, and whether somebody will help. The answers to a scam check are listed above it. */
function WhoSawIt({ request, personId }: WhoSawItProps) {
  const others = request.receipts.filter(({ state, person }) => state === "SEEN" && person?.id !== personId);
  const isAnswered = wasAnswered(request);
  if (isAnswered && others.length === 0) return null;
  return (
    <Quiet>
      {others.map((receipt) => (
        <SeenBy key={receipt.at + receipt.person?.id} {...receipt} />
      ))}
      {!isAnswered && <WhoHelps request={request} personId={personId} />}
    </Quiet>
  );
}

interface OpenRequestProps extends HelpAnswerProps {
  /** The change behind "Done". */
  resolve: ReturnType<typeof useResolve>;
}

function Since({ at }: { at: string }) {
  const minutes = minutesSince(at, useMinute());
  return (
    <p>
      Since <Moment at={at} />, {ago(minutes)}
    </p>
  );
}

const Category = ({ name, icon }: Pick<HelpCategory, "name" | "icon">) => (
  <p className={styles.line}>
    <Emoji name={categoryPicture(icon).emoji} /> {name}
  </p>
);

/** Says in words, not only by color, that a request is urgent or was asked again. */
function RequestMarks({ request, wasHandedOnHere }: { request: HelpRequest; wasHandedOnHere: boolean }) {
  const { name } = request.askedBy;
  const again = askedAgainAt(request);
  return (
    <>
      {request.isUrgent && !request.scamCheck && (
        <p className={classNames(styles.line, styles.urgent)}>
          <Icon of={Siren} /> {name} says it's urgent.
        </p>
      )}
      {request.handedOn && (
        <p className={styles.line} tabIndex={-1} ref={wasHandedOnHere ? takeFocus : undefined}>
          <Icon of={Undo2} />
          <span>
            {request.handedOn.person.name} can't help after all. <Moment at={request.handedOn.at} />
          </span>
        </p>
      )}
      {again && (
        <p className={styles.line}>
          <Icon of={RotateCcw} />
          <span>
            {name} asked again at <Moment at={again} />.
          </span>
        </p>
      )}
    </>
  );
}

/** Tells the helper that the person who asked is showing something, in a space that is reserved in advance. */
function WatchLink({ request: { id, askedBy } }: { request: HelpRequest }) {
  const { data: videoCall } = useQuery(videoCallQuery(id));
  if (!canLookTogether())
    return videoCall && <p>{askedBy.name} is showing something. This browser can't show it. Please call.</p>;
  if (!videoCall) return <Quiet>{askedBy.name} can show you something with a camera. It appears here.</Quiet>;
  return (
    <ButtonLink href={`/video-call/${id}`} variant="primary" icon={Eye}>
      See what {askedBy.name} shows you
    </ButtonLink>
  );
}

interface UnsentAnswerProps extends Pick<HelpAnswerProps, "request" | "sender"> {
  waiting: WaitingAcknowledgement;
  /** Whether it was just said here. */
  isSaid: boolean;
}

/** An "I'll help" that is only on this device, or that came too late. */
function UnsentAnswer({ request, sender, waiting: { refusal }, isSaid }: UnsentAnswerProps) {
  const discard = useDiscardAcknowledgement(sender);
  const { name } = request.askedBy;
  const putAway = () => discard.mutate(request);
  if (refusal !== undefined)
    return (
      <Note title={refusal}>
        <Stack gap={12}>
          <p>Thank you for wanting to help.</p>
          <Button isStart icon={Check} isBusy={discard.isPending} onClick={putAway}>
            OK
          </Button>
        </Stack>
      </Note>
    );
  return (
    <>
      <ResultLine takesFocus={isSaid} mark="Not sent yet">
        You will help
      </ResultLine>
      <p>
        {name} doesn't know yet. This is saved on this device, and we'll send it as soon as we can reach
        Porchlight. A call is quicker.
      </p>
      <Button icon={Undo2} isBusy={discard.isPending} onClick={putAway}>
        Take it back
      </Button>
    </>
  );
}

/** Offers "I'll help" as one tap, and then asks when. */
function HelpAnswer({ request, sender, handOn }: HelpAnswerProps) {
  const { personId } = sender;
  const acknowledge = useAcknowledge(sender);
  const { data: unsent = [] } = useQuery(acknowledgementsQuery(sender));
  const waiting = unsent.find(({ requestId }) => requestId === request.id);
  const isWaiting = waiting !== undefined && request.helper?.id !== personId;
  return (
    <>
      {isWaiting && (
        <UnsentAnswer request={request} sender={sender} waiting={waiting} isSaid={acknowledge.isSuccess} />
      )}
      {request.helper?.id === personId && (
        <>
          <ResultLine takesFocus={acknowledge.isSuccess} state="right" mark="Thank you">
            You will help
          </ResultLine>
          <div className={request.promise ? styles.promise : styles.question}>
            <OwnPromise request={request} handOn={handOn} />
          </div>
        </>
      )}
      {!request.helper && !isWaiting && (
        <Button
          variant="primary"
          icon={HeartHandshake}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(request)}
        >
          I'll help
        </Button>
      )}
      <ErrorMessage error={acknowledge.error}>
        {request.helper && <p>Thank you for wanting to help.</p>}
      </ErrorMessage>
    </>
  );
}

function Answers({ request, sender, resolve, handOn }: OpenRequestProps) {
  const { name, phoneNumber } = request.askedBy;
  const Answer = request.scamCheck ? ScamAnswer : HelpAnswer;
  return (
    <Stack gap={12}>
      <Answer request={request} sender={sender} handOn={handOn} />
      {request.helper?.id === sender.personId && (
        <div className={styles.slot}>
          <WatchLink request={request} />
        </div>
      )}
      <Actions isWide>
        {phoneNumber !== null && <CallButton contact={{ name, phoneNumber }} />}
        <Button icon={Check} isBusy={resolve.isPending} onClick={() => resolve.mutate(request)}>
          Done
        </Button>
      </Actions>
      <ErrorMessage error={resolve.error} />
    </Stack>
  );
}

/** Somebody else's open request: who needs what, since when, and how to help. */
function OpenRequest({ request, sender, resolve, handOn }: OpenRequestProps) {
  const { personId } = sender;
  const { id: askerId, name } = request.askedBy;
  const face = useFamily()?.members.find(({ id }) => id === askerId)?.picture;
  const words = useSeen<HTMLParagraphElement>(request, personId);
  return (
    <RequestCard title={titleFor(request, personId)} tone={toneOf(request)}>
      <Stack gap={8}>
        <div className={styles.said}>
          <Avatar name={name} picture={face} />
          <Quote phrase={request.phrase} ref={words} />
        </div>
        {request.category && <Category {...request.category} />}
        <Since at={request.askedAt} />
        <p className={styles.newest}>
          <NewestReply request={request} />
        </p>
        <RequestMarks
          request={request}
          wasHandedOnHere={handOn.isSuccess && request.handedOn?.person.id === personId}
        />
      </Stack>
      <Stack gap={24}>
        <Answers request={request} sender={sender} resolve={resolve} handOn={handOn} />
        <WhoSawIt request={request} personId={personId} />
      </Stack>
    </RequestCard>
  );
}

interface ClosedRequestProps {
  request: HelpRequest;
  /** The person who is looking. */
  personId: number;
  /** The note can take the focus. */
  ref: Ref<HTMLDivElement>;
}

/** A closed request of somebody else, listed for an hour. */
function ClosedRequest({ request, personId, ref }: ClosedRequestProps) {
  const { askedBy, phrase } = request;
  const end = endOf(request);
  const isEndedByOthers = end?.person?.id !== askedBy.id;
  const look = isConfirmed(request)
    ? ({ kind: "success", icon: CircleCheck } as const)
    : ({ kind: "info", icon: Hourglass } as const);
  return (
    <Note {...look} title={titleFor(request, personId)} ref={ref}>
      <p>
        “{phrase}” {end && !isEndedByOthers && <Moment at={end.at} />}
      </p>
      {isEndedByOthers && (
        <p>
          <Unbroken>{wordsOfEnd(request, personId)}</Unbroken>
        </p>
      )}
      {isEndedByOthers && isConfirmed(request) && <p>{askedBy.name} says it is solved.</p>}
      {request.thankedAt !== null && helperIn(request)?.id === personId && (
        <p>
          <b>{askedBy.name} says thank you ♥</b>
        </p>
      )}
    </Note>
  );
}

interface OthersRequestProps {
  request: HelpRequest;
  /** The person who is looking, and the open family. */
  sender: Sender;
}

/** A request of somebody else, until an hour after it ends. */
export function OthersRequest({ request, sender }: OthersRequestProps) {
  const end = useRef<HTMLDivElement>(null);
  const resolve = useResolve();
  const handOn = useHandOn(sender);
  useEffect(() => {
    // The focused "Done" button disappeared with its card.
    if (resolve.isSuccess) end.current?.focus();
  }, [resolve.isSuccess]);
  return isOpen(request) ? (
    <OpenRequest request={request} sender={sender} resolve={resolve} handOn={handOn} />
  ) : (
    <ClosedRequest request={request} personId={sender.personId} ref={end} />
  );
}
