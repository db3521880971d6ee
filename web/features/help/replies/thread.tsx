import { Trash2 } from "lucide-react";
import { type Ref, useMemo, useState } from "react";
import { callName } from "#contract/call-name.ts";
import type { Reply } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { durationMsOf, samplesOf } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Photo } from "#web/ui/picture/photo.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Player } from "#web/ui/voice/player.tsx";
import { GuideLink, GuideMaking } from "../guides/guide-offer.tsx";
import { ThingsBeside } from "../things/things-beside.tsx";
import { Offer } from "./offer.tsx";
import type { WaitingFile } from "./outbox-store.ts";
import { hasDraft, MarkedPicture, Marking, type OpenedPicture, PictureView } from "./picture-view.tsx";
import { addressInPage, useDiscardFile, useSeenReply, useThread } from "./queries.ts";
import styles from "./replies.module.css";
import { VoiceLine } from "./voice-messages.tsx";

function WaitingVoice({ bytes }: WaitingFile) {
  const sound = useMemo(() => new Blob([bytes], { type: "audio/wav" }), [bytes]);
  return <Player source={sound} durationMs={durationMsOf(samplesOf(bytes))} label="Your voice message" />;
}

function WaitingPhoto({ bytes }: WaitingFile) {
  const photo = useMemo(() => new Blob([bytes], { type: "image/jpeg" }), [bytes]);
  return <Photo photo={photo} label="Your picture" />;
}

/** A picture or voice message that the server does not have yet, or has refused. */
function WaitingLine({ waiting }: { waiting: WaitingFile }) {
  const discard = useDiscardFile();
  const { kind, refusal, key } = waiting;
  const name = kind === "voice" ? "voice message" : "picture";
  return (
    <li className={styles.reply}>
      {kind === "voice" ? <WaitingVoice {...waiting} /> : <WaitingPhoto {...waiting} />}
      {refusal === undefined ? (
        <p>This {name} is saved on this device. Not sent yet.</p>
      ) : (
        <Note kind="warn" isAlert title={refusal}>
          <Button icon={Trash2} isBusy={discard.isPending} onClick={() => discard.mutate(key)}>
            Remove this {name}
          </Button>
        </Note>
      )}
    </li>
  );
}

const listed = new Intl.ListFormat("en-US");

interface ReplyLineProps {
  requestId: number;
  reply: Reply;
  name: string;
  nameOf: (name: string) => string;
  face: string | null | undefined;
  isOwn: boolean;
  canRetain: boolean;
  ref: Ref<HTMLLIElement> | undefined;
  onOpen: () => void;
  onLoad: () => void;
}

function ReplyLine(props: ReplyLineProps) {
  const { requestId, reply, name, nameOf, face, isOwn, canRetain, ref, onOpen, onLoad } = props;
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
      {voiceMessage && (
        <VoiceLine voiceMessage={voiceMessage} name={name} isOwn={isOwn} canRetain={canRetain} />
      )}
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

export interface ThreadProps {
  /** A request, or one that this person's device has not sent yet. */
  request: Pick<HelpRequest, "idempotencyKey"> &
    Partial<Pick<HelpRequest, "id" | "phrase"> & { askedBy: Pick<HelpRequest["askedBy"], "id" | "name"> }>;
  /** The person who is looking, and the open family. */
  sender: Sender;
  isOpen: boolean;
}

/** The words, pictures and voice messages of both sides about a request, in order. */
export function Thread({ request, sender, isOpen }: ThreadProps) {
  const { id, idempotencyKey, askedBy, phrase = "" } = request;
  const { personId } = sender;
  const isOwn = askedBy === undefined || askedBy.id === personId;
  const subject = { id, idempotencyKey, personId, familyId: sender.familyId };
  const { replies, waiting } = useThread(subject);
  const [opened, setOpened] = useState<OpenedPicture>();
  const [loaded, setLoaded] = useState<readonly number[]>([]);
  const family = useFamily();
  const nameOf = (name: string) => callName(name, family?.name ?? "");
  const newest = replies.filter(({ person }) => person.id !== personId).at(-1);
  const isShown = newest !== undefined && (newest.picture === null || loaded.includes(newest.id));
  const seen = useSeenReply(id, newest?.id, personId, isShown);
  const isExplained = replies.some(
    ({ person, words, picture }) => person.id !== askedBy?.id && (words !== null || picture !== null),
  );
  const close = () => setOpened(undefined);
  return (
    <>
      {/* The card of the person's own request has it. */}
      {isOpen && !(isOwn && id !== undefined) && (
        <Offer subject={subject} phrase={phrase} asker={isOwn ? undefined : nameOf(askedBy.name)} />
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
                canRetain={!isOwn}
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
