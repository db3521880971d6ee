import { Camera, RotateCcw, Send } from "lucide-react";
import { useState } from "react";
import { MemoryDrafts, useMemoryDraft } from "#web/platform/media/memory-drafts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Photo } from "#web/ui/picture/photo.tsx";
import { usePictureChoice } from "#web/ui/picture/photo-choice.tsx";
import { Note } from "#web/ui/surface/note.tsx";

/** Photos that have not been sent yet. The card of a request can be replaced at any moment. */
const taken = new MemoryDrafts<string, Blob>();

interface PictureTakingProps {
  requestKey: string;
  /** Opens the camera directly, if there is one. Otherwise people choose between the camera and their photos. */
  isCamera: boolean;
  isBusy: boolean;
  /** The label of the button that opens the camera. */
  label?: string;
  /** The labels of the send button: before, and while sending. */
  sendLabels?: readonly [ready: string, busy: string];
  onSend: (photo: Blob) => Promise<unknown>;
}

/** Takes a picture, shows it, and sends it or takes another. */
export function PictureTaking(props: PictureTakingProps) {
  const { requestKey, isCamera, isBusy, label = "Take a picture" } = props;
  const { sendLabels = ["Send", "Sending..."], onSend } = props;
  const [photo, hold] = useMemoryDraft(taken, requestKey);
  const [problem, setProblem] = useState<string>();
  const { input, open } = usePictureChoice({
    isCamera,
    onPicture: (picture) => {
      setProblem(undefined);
      hold(picture);
    },
    onRefused: setProblem,
  });
  const send = async (sent: Blob) => {
    setProblem(undefined);
    try {
      await onSend(sent);
      // A picture that was taken while this one was on its way stays.
      if (taken.get(requestKey) === sent) hold(undefined);
    } catch {
      setProblem("This picture was not sent. Please try again.");
    }
  };
  return (
    <Stack gap={12}>
      {input}
      {photo ? (
        <>
          <Photo photo={photo} label="The picture you took" />
          <Actions isWide>
            <Button
              variant="primary"
              icon={Send}
              isBusy={isBusy}
              busyLabel={sendLabels[1]}
              onClick={() => send(photo)}
            >
              {sendLabels[0]}
            </Button>
            <Button icon={RotateCcw} onClick={open}>
              Again
            </Button>
          </Actions>
        </>
      ) : (
        <Button icon={Camera} onClick={open}>
          {label}
        </Button>
      )}
      {problem && <Note kind="warn" isAlert title={problem} />}
    </Stack>
  );
}
