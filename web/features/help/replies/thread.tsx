import { type Ref, useState } from "react";
import type { Reply } from "#contract/help/replies.ts";
import { maxVoiceMessages } from "#contract/help/reply-limits.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { callName } from "#web/features/families/contacts.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { GuideChoice, GuideLink, GuideMaking, GuideOffer } from "../guides/guide-offer.tsx";
import { PictureTaking } from "../pictures/picture-taking.tsx";
import { MarkedPicture } from "./marked-picture.tsx";
import { MessageForm } from "./message-form.tsx";
import type { WaitingFile } from "./outbox-store.ts";
import { hasDraft, Marking, type OpenedPicture, PictureView } from "./picture-view.tsx";
import { VoiceLine } from "./player.tsx";
import {
  addressInPage,
  hasRoomForPicture,
  type Subject,
  useAddReply,
  useSendFile,
  useThread,
} from "./queries.ts";
import styles from "./replies.module.css";
import { useSeenReply } from "./seen.ts";
import { VoiceRecording } from "./voice-recording.tsx";
import { WaitingLine } from "./waiting-line.tsx";

const ThingsBeside = lazyPart(() => import("../things/things-beside.tsx"), "ThingsBeside");

const listed = new Intl.ListFormat("en-US");

interface ReplyLineProps {
  requestId: number;
  reply: Reply;
  name: string;
  nameOf: (name: string) => string;
  face: string | null | undefined;
  isOwn: boolean;
  canKeep: boolean;
  ref: Ref<HTMLLIElement> | undefined;
  onOpen: () => void;
  onLoad: () => void;
}

function ReplyLine(props: ReplyLineProps) {
  const { requestId, reply, name, nameOf, face, isOwn, canKeep, ref, onOpen, onLoad } = props;
  const { words, picture, voiceMessage, marks, guide, seenBy } = reply;
  const seers = seenBy.map(({ person }) => nameOf(person.name));
  return (
    <li className={styles.reply} id={addressInPage(reply)} ref={ref}>
      <div className={styles.by}>
        <Avatar name={name} picture={face} /> {isOwn ? "You" : name} <Moment at={reply.at} />
      </div>
      {words && <p className={styles.words}>{words}</p>}
      {picture && (
        <button type="button" className={styles.open} onClick={onOpen}>
          <MarkedPicture picture={picture} marks={marks} name={isOwn ? "you" : name} onLoad={onLoad} />
        </button>
      )}
      {voiceMessage && <VoiceLine voiceMessage={voiceMessage} name={name} isOwn={isOwn} canKeep={canKeep} />}
      {guide && <GuideLink guide={guide} requestId={requestId} />}
      {isOwn && seers.length > 0 && (
        <Quiet>
          {listed.format(seers)} {seers.length > 1 ? "have" : "has"}{" "}
          {voiceMessage ? "listened to your voice message" : `seen your ${picture ? "picture" : "message"}`}.
        </Quiet>
      )}
    </li>
  );
}

interface OfferProps {
  subject: Subject;
  phrase: string;
  /** The person who asked, if somebody else is looking. */
  asker: string | undefined;
  hasRoomFor: Readonly<Record<WaitingFile["kind"], boolean>>;
}

/**
 * The kinds of replies that can be added to an open request. They are above the thread, so that no button moves when
 * a reply comes. Pictures of the person who asked are offered on the card, once there is one.
 */
function Offer({ subject, phrase, asker, hasRoomFor }: OfferProps) {
  const { id, idempotencyKey } = subject;
  const sendPicture = useSendFile(subject, "picture");
  const sendVoice = useSendFile(subject, "voice");
  const add = useAddReply(id);
  const hasOwnCard = id !== undefined && asker === undefined;
  return (
    <div className={styles.offer}>
      {hasRoomFor.picture && !hasOwnCard && (
        <PictureTaking
          requestKey={idempotencyKey}
          isCamera={asker === undefined}
          isBusy={sendPicture.isPending}
          onSend={sendPicture.mutateAsync}
        />
      )}
      {hasRoomFor.voice && (
        <VoiceRecording
          requestKey={idempotencyKey}
          isBusy={sendVoice.isPending}
          onSend={sendVoice.mutateAsync}
        />
      )}
      {hasOwnCard && <GuideOffer request={{ id, phrase }} />}
      {id !== undefined && asker !== undefined && (
        <GuideChoice
          request={{ id, phrase }}
          isBusy={add.isPending}
          onSend={(guideId) => add.mutate({ guideId })}
        />
      )}
      <ErrorMessage error={add.error} otherwise="The guide was not sent." />
      {id !== undefined && (
        <MoreOption label="Write a message">
          <MessageForm requestId={id} to={asker ?? "your family"} />
        </MoreOption>
      )}
    </div>
  );
}

export interface ThreadProps {
  /** A request, or one that this person's device has not sent yet. */
  request: Pick<HelpRequest, "idempotencyKey"> &
    Partial<Pick<HelpRequest, "id" | "phrase"> & { askedBy: Pick<HelpRequest["askedBy"], "id" | "name"> }>;
  /** The person who is looking, and the open family. */
  sender: { id: number; familyId: number };
  isOpen: boolean;
}

/** The words, pictures and voice messages of both sides about a request, in order. */
export function Thread({ request, sender, isOpen }: ThreadProps) {
  const { id, idempotencyKey, askedBy, phrase = "" } = request;
  const personId = sender.id;
  const isOwn = askedBy === undefined || askedBy.id === personId;
  const subject = { id, idempotencyKey, personId, familyId: sender.familyId };
  const { replies, waiting } = useThread(subject);
  const [opened, setOpened] = useState<OpenedPicture>();
  const [loaded, setLoaded] = useState<readonly number[]>([]);
  const family = useFamily();
  const nameOf = (name: string) => callName(name, family?.name ?? "");
  const newest = replies.findLast(({ person }) => person.id !== personId);
  const isShown = newest !== undefined && (newest.picture === null || loaded.includes(newest.id));
  const seen = useSeenReply(id, newest?.id, personId, isShown);
  const waitingVoice = waiting.filter(({ kind }) => kind === "voice");
  const voiceMessages = replies.filter(({ voiceMessage }) => voiceMessage !== null);
  const isExplained = replies.some(
    ({ person, words, picture }) => person.id !== askedBy?.id && (words !== null || picture !== null),
  );
  const close = () => setOpened(undefined);
  return (
    <>
      {isOpen && (
        <Offer
          subject={subject}
          phrase={phrase}
          asker={isOwn ? undefined : nameOf(askedBy.name)}
          hasRoomFor={{
            picture: hasRoomForPicture({ replies, waiting }),
            voice: voiceMessages.length + waitingVoice.length < maxVoiceMessages,
          }}
        />
      )}
      <div role="log" aria-label="Pictures and messages">
        <ol className={styles.replies}>
          {replies.map((reply) => {
            const { id: replyId, person, picture } = reply;
            const name = nameOf(person.name);
            return (
              <ReplyLine
                key={replyId}
                requestId={id ?? 0}
                reply={reply}
                name={name}
                nameOf={nameOf}
                face={family?.members.find((member) => member.id === person.id)?.picture}
                isOwn={person.id === personId}
                canKeep={!isOwn}
                ref={reply === newest ? seen : undefined}
                onOpen={() => picture && setOpened({ reply, picture, name })}
                onLoad={() => setLoaded((others) => [...others, replyId])}
              />
            );
          })}
          {waiting.map((each) => (
            <WaitingLine key={each.key} waiting={each} />
          ))}
        </ol>
      </div>
      {isOpen && !isOwn && <ThingsBeside request={phrase} />}
      {!isOpen && !isOwn && id !== undefined && isExplained && (
        <div className={styles.below}>
          <GuideMaking requestId={id} />
        </div>
      )}
      {opened &&
        (id !== undefined && !isOwn && (isOpen || hasDraft(opened.reply)) ? (
          <Marking {...opened} requestId={id} onClose={close} />
        ) : (
          <PictureView {...opened} onClose={close} />
        ))}
    </>
  );
}
