import type { HelpRequest } from "#contract/help/requests.ts";
import { PictureTaking } from "../pictures/picture-taking.tsx";
import { hasRoomForPicture, useReplies, useSendFile } from "./queries.ts";
import type { ThreadProps } from "./thread.tsx";

interface OwnPictureProps extends Pick<ThreadProps, "sender"> {
  request: HelpRequest;
}

/** Offers the sender to show what is wrong. Its button says what became of the last picture, which is in the thread below. */
export function OwnPicture({ request: { id, idempotencyKey }, sender }: OwnPictureProps) {
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
