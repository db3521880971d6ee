import { MessageSquareText } from "lucide-react";
import type { FormEvent } from "react";
import { maxVoiceMessages } from "#contract/help/reply-limits.ts";
import { messageOf } from "#web/platform/api/call.ts";
import { MemoryDrafts, useMemoryDraft } from "#web/platform/media/memory-drafts.ts";
import { canRecord } from "#web/platform/media/recording.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { GuideChoice, GuideOffer } from "../guides/guide-offer.tsx";
import { PictureTaking } from "../pictures/picture-taking.tsx";
import { hasRoomForPicture, type Subject, useAddReply, useReplies, useSendFile } from "./queries.ts";
import styles from "./replies.module.css";
import { VoiceRecording } from "./voice-messages.tsx";

interface MessageFormProps {
  requestId: number;
  to: string;
}

/** Unsent words by request. The card of a request can be replaced at any moment. */
const drafts = new MemoryDrafts<number, string>();

/** A line of text. It stays in the field until the server has it. */
function MessageForm({ requestId, to }: MessageFormProps) {
  const [words = "", write] = useMemoryDraft(drafts, requestId);
  const add = useAddReply(requestId);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = words.trim();
    if (text === "" || add.isPending) return;
    // Words that were typed while these were on their way stay.
    const finish = () => {
      if (drafts.get(requestId)?.trim() === text) write(undefined);
    };
    add.mutateAsync({ words: text }).then(finish, () => undefined);
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

interface OfferProps {
  subject: Subject;
  phrase: string;
  /** The person who asked, if somebody else is looking. */
  asker?: string | undefined;
}

/**
 * The kinds of replies that can be added to an open request. They are above the thread, so that no button moves when
 * a reply comes. Pictures of the person who asked are offered on the card, once there is one.
 */
export function Offer({ subject, phrase, asker }: OfferProps) {
  const { id, idempotencyKey } = subject;
  const { replies, waiting } = useReplies(subject);
  const sendPicture = useSendFile(subject, "picture");
  const sendVoice = useSendFile(subject, "voice");
  const add = useAddReply(id);
  const hasOwnCard = id !== undefined && asker === undefined;
  const voiceMessages =
    replies.filter(({ voiceMessage }) => voiceMessage !== null).length +
    waiting.filter(({ kind }) => kind === "voice").length;
  return (
    <div className={styles.offer}>
      {hasRoomForPicture({ replies, waiting }) && !hasOwnCard && (
        <PictureTaking
          requestKey={idempotencyKey}
          isCamera={asker === undefined}
          isBusy={sendPicture.isPending}
          onSend={sendPicture.mutateAsync}
        />
      )}
      {voiceMessages < maxVoiceMessages && canRecord() && (
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
