import { Check, Send } from "lucide-react";
import type { FormEvent } from "react";
import type { Mark, Reply, ReplyPicture } from "#contract/help/replies.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { MemoryDrafts, useMemoryDraft } from "#web/platform/media/memory-drafts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Lead } from "#web/ui/text.tsx";
import { DrawingBoard, useZoom } from "../pictures/drawing-board.tsx";
import { Marked } from "../pictures/marked.tsx";
import { marksInWords } from "../pictures/marks.ts";
import { useAddReply, useRetain } from "./queries.ts";
import styles from "./replies.module.css";

interface MarkedPictureProps {
  picture: ReplyPicture;
  marks: readonly Mark[];
  /** The person who sent it. */
  name: string;
  onLoad?: () => void;
}

/** A picture of a request with its marks. */
export const MarkedPicture = ({ picture, marks, name, onLoad }: MarkedPictureProps) => (
  <Marked size={picture} marks={marks}>
    <img
      src={addressOf("GET /api/help-pictures/:id", { params: { id: picture.id } })}
      width={picture.width}
      height={picture.height}
      alt={`From ${name}${marks.length > 0 ? ` with ${marksInWords(marks)}` : ""}`}
      draggable={false}
      onLoad={onLoad}
    />
  </Marked>
);

export interface OpenedPicture {
  reply: Reply;
  picture: ReplyPicture;
  /** The name of its sender, as the family calls them. */
  name: string;
}

interface PictureViewProps extends OpenedPicture {
  onClose: () => void;
}

/** A picture as large as the screen, with the marks and words that came with it. */
export function PictureView({ reply, picture, name, onClose }: PictureViewProps) {
  const { frame, buttons } = useZoom();
  return (
    <Dialog title={`Picture from ${name}`} isWhole onClose={onClose}>
      {reply.words && <Lead>{reply.words}</Lead>}
      {frame(<MarkedPicture picture={picture} marks={reply.marks} name={name} />)}
      <Button variant="primary" icon={Check} onClick={onClose}>
        OK
      </Button>
      <Actions>{buttons}</Actions>
    </Dialog>
  );
}

interface Draft {
  marks: readonly Mark[];
  words: string;
}

/** Marks and words that have not been sent yet, by the id of the reply. They outlive the dialog. */
const drafts = new MemoryDrafts<number, Draft>();

export const hasDraft = ({ id }: Reply): boolean => drafts.get(id) !== undefined;

interface MarkingProps extends PictureViewProps {
  requestId: number;
}

/** A picture for the family: to look at closely, to draw on, and to send back with words. */
export function Marking({ requestId, reply, picture, name, onClose }: MarkingProps) {
  const [draft = { marks: reply.marks, words: "" }, hold] = useMemoryDraft(drafts, reply.id);
  const add = useAddReply(requestId);
  const retain = useRetain("PUT /api/help-pictures/:id/keeping");
  const change = (changed: Partial<Draft>) => hold({ ...draft, ...changed });
  const { marks } = draft;
  const words = draft.words.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || (marks.length === 0 && words === "")) return;
    const marked = marks.length > 0 && { marks: [...marks], pictureId: picture.id };
    const sent = drafts.get(reply.id);
    // What was added while this was on its way stays, and so does the dialog.
    const isUnchanged = () => drafts.get(reply.id) === sent;
    add
      .mutateAsync(
        { ...marked, ...(words !== "" && { words }) },
        { onSuccess: () => isUnchanged() && onClose() },
      )
      .then(
        () => isUnchanged() && hold(undefined),
        () => undefined,
      );
  };
  return (
    <Dialog title={`Picture from ${name}`} isWhole onClose={onClose}>
      <form className={styles.marking} noValidate onSubmit={send}>
        <DrawingBoard
          show={(shown) => <MarkedPicture picture={picture} marks={shown} name={name} />}
          name={name}
          marks={marks}
          onChange={(changed) => change({ marks: changed })}
        />
        <Stack gap={12}>
          <ErrorMessage error={add.error} otherwise="This was not sent. What you drew is still here." />
          <TextField
            label={`Words for ${name}`}
            name="words"
            maxLength={500}
            value={draft.words}
            onChange={({ target }) => change({ words: target.value })}
          />
          <Actions isWide>
            <Button type="submit" variant="primary" icon={Send} isBusy={add.isPending} busyLabel="Sending...">
              Send
            </Button>
            <Button onClick={() => change({ words: pressThis })}>{pressThis}</Button>
            <Button
              isBusy={retain.isPending}
              onClick={() => retain.mutate({ id: picture.id, isKept: !picture.isKept })}
            >
              {picture.isKept ? "Don't keep this picture" : "Keep this picture"}
            </Button>
            <Button onClick={onClose}>Close</Button>
          </Actions>
        </Stack>
      </form>
    </Dialog>
  );
}

const pressThis = "Press this one.";
