import { MessageSquareText, Trash2 } from "lucide-react";
import { type FormEvent, type Ref, useMemo, useState } from "react";
import { maxPictures, type Reply } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { messageOf } from "#web/api/call.ts";
import { callName } from "#web/families/contacts.ts";
import { useFamily } from "#web/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { MarkedPicture } from "./marked-picture.tsx";
import type { WaitingPicture } from "./outbox-store.ts";
import { Photo, PictureTaking } from "./picture-taking.tsx";
import { hasDraft, Marking, type OpenedPicture, PictureView } from "./picture-view.tsx";
import { type Subject, useAddReply, useDiscardPicture, useSendPicture, useThread } from "./queries.ts";
import styles from "./replies.module.css";
import { useSeenReply } from "./seen.ts";

const listed = new Intl.ListFormat("en-US");

interface WritingProps {
  requestId: number;
  to: string;
}

/** Unsent words by request. The card of a request can be replaced at any moment. */
const drafts = new Map<number, string>();

/** A line of words. They stay in the field until the server has them. */
function Writing({ requestId, to }: WritingProps) {
  const [words, setWords] = useState(drafts.get(requestId) ?? "");
  const add = useAddReply(requestId);
  const write = (text: string) => {
    drafts.set(requestId, text);
    setWords(text);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = words.trim();
    if (text !== "" && !add.isPending) add.mutate({ words: text }, { onSuccess: () => write("") });
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={12}>
        <TextField
          label={`Message to ${to}`}
          name="words"
          maxLength={500}
          value={words}
          onChange={({ target }) => write(target.value)}
          error={
            add.error ? messageOf(add.error, "This was not sent. Your words are still here.") : undefined
          }
        />
        <Button type="submit" icon={MessageSquareText} isBusy={add.isPending} busyLabel="Sending...">
          Send message
        </Button>
      </Stack>
    </form>
  );
}

interface ReplyLineProps {
  reply: Reply;
  name: string;
  nameOf: (name: string) => string;
  face: string | null | undefined;
  isOwn: boolean;
  ref: Ref<HTMLLIElement> | undefined;
  onOpen: () => void;
  onLoad: () => void;
}

function ReplyLine({ reply, name, nameOf, face, isOwn, ref, onOpen, onLoad }: ReplyLineProps) {
  const { words, picture, marks, seenBy } = reply;
  const seers = seenBy.map(({ person }) => nameOf(person.name));
  return (
    <li className={styles.reply} ref={ref}>
      <div className={styles.by}>
        <Avatar name={name} picture={face} /> {isOwn ? "You" : name} <Moment at={reply.at} />
      </div>
      {words && <p className={styles.words}>{words}</p>}
      {picture && (
        <button type="button" className={styles.open} onClick={onOpen}>
          <MarkedPicture picture={picture} marks={marks} name={isOwn ? "you" : name} onLoad={onLoad} />
        </button>
      )}
      {isOwn && seers.length > 0 && (
        <Quiet>
          {listed.format(seers)} {seers.length > 1 ? "have" : "has"} seen your{" "}
          {picture ? "picture" : "message"}.
        </Quiet>
      )}
    </li>
  );
}

/** A picture that the server does not have yet, or does not take. */
function WaitingLine({ waiting }: { waiting: WaitingPicture }) {
  const discard = useDiscardPicture();
  const { bytes, refusal, key } = waiting;
  const photo = useMemo(() => new Blob([bytes], { type: "image/jpeg" }), [bytes]);
  return (
    <li className={styles.reply}>
      <Photo photo={photo} label="Your picture" />
      {refusal === undefined ? (
        <p role="status">This picture is saved on this device. Not sent yet.</p>
      ) : (
        <Note kind="warn" isAlert title={refusal}>
          <Button icon={Trash2} isBusy={discard.isPending} onClick={() => discard.mutate(key)}>
            Remove this picture
          </Button>
        </Note>
      )}
    </li>
  );
}

interface OfferProps {
  subject: Subject;
  /** The person who asked, if somebody else is looking. */
  asker: string | undefined;
  hasRoom: boolean;
}

/** What can be added to an open request. It stands above the thread, so that no button moves when a reply comes. */
function Offer({ subject, asker, hasRoom }: OfferProps) {
  const { id, idempotencyKey } = subject;
  const send = useSendPicture(subject);
  return (
    <div className={styles.offer}>
      {hasRoom && (
        <PictureTaking
          requestKey={idempotencyKey}
          isCamera={asker === undefined}
          isBusy={send.isPending}
          onSend={send.mutateAsync}
        />
      )}
      {id !== undefined && (
        <MoreOption label="Write a message">
          <Writing requestId={id} to={asker ?? "your family"} />
        </MoreOption>
      )}
    </div>
  );
}

export interface ThreadProps {
  /** A request, or one of this person's that waits on this device. */
  request: Pick<HelpRequest, "idempotencyKey"> &
    Partial<Pick<HelpRequest, "id"> & { askedBy: Pick<HelpRequest["askedBy"], "id" | "name"> }>;
  /** The person who is looking, and the open family. */
  sender: { id: number; familyId: number };
  isOpen: boolean;
}

/** Pictures and words of both sides about a request, in their order. */
export function Thread({ request, sender, isOpen }: ThreadProps) {
  const { id, idempotencyKey, askedBy } = request;
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
  const pictures = new Set(replies.flatMap(({ picture }) => picture?.id ?? []));
  const close = () => setOpened(undefined);
  return (
    <>
      {isOpen && (
        <Offer
          subject={subject}
          asker={isOwn ? undefined : nameOf(askedBy.name)}
          hasRoom={pictures.size + waiting.length < maxPictures}
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
                reply={reply}
                name={name}
                nameOf={nameOf}
                face={family?.members.find((member) => member.id === person.id)?.picture}
                isOwn={person.id === personId}
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
      {opened &&
        (id !== undefined && !isOwn && (isOpen || hasDraft(opened.reply)) ? (
          <Marking {...opened} requestId={id} onClose={close} />
        ) : (
          <PictureView {...opened} onClose={close} />
        ))}
    </>
  );
}
