import { Camera, Mic } from "lucide-react";
import { useState } from "react";
import { maxCaption, maxHelloPictures } from "#contract/hello-limits.ts";
import { canRecord } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { useInUse } from "#web/ui/in-use.ts";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Photo } from "#web/ui/picture/photo.tsx";
import { usePicturesChoice } from "#web/ui/picture/photo-choice.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import styles from "./hellos.module.css";
import type { WaitingFile } from "./outbox-store.ts";
import { useDiscard, useGive, useTryAgain, useWaiting } from "./queries.ts";
import { QuickRecording } from "./quick-recording.tsx";
import { SendOrCancel } from "./send-or-cancel.tsx";

const names = { picture: "picture", voice: "voice message", words: "answer" } as const;

interface WaitingLineProps {
  files: readonly WaitingFile[];
}

/** A hello that the server does not have yet, or has refused. */
function WaitingLine({ files }: WaitingLineProps) {
  const discard = useDiscard();
  const tryAgain = useTryAgain();
  const [first] = files;
  if (!first) return null;
  const name = names[first.kind];
  if (first.refusal === undefined)
    return <p role="status">Your {name} is saved on this device. It goes out as soon as it can.</p>;
  const forEach = (act: (key: string) => Promise<unknown>) =>
    void Promise.all(files.map(({ key }) => act(key)));
  return (
    <Note kind="warn" isAlert title={first.refusal}>
      <p>Your {name} is still on this device.</p>
      <Actions>
        <Button isBusy={tryAgain.isPending} onClick={() => forEach(tryAgain.mutateAsync)}>
          Try again
        </Button>
        <Button isBusy={discard.isPending} onClick={() => forEach(discard.mutateAsync)}>
          Remove this {name}
        </Button>
      </Actions>
    </Note>
  );
}

/** The hellos that the server does not have yet. They are sent as soon as possible while this is on the page. */
export function WaitingHellos({ giver }: { giver: Sender }) {
  const files = useWaiting(giver).filter((one) => one.kind !== "heart");
  const keys = new Set(files.map(({ helloKey }) => helloKey));
  return [...keys].map((key) => (
    <WaitingLine key={key} files={files.filter(({ helloKey }) => helloKey === key)} />
  ));
}

interface PhotoGivingProps {
  photos: readonly Blob[];
  isBusy: boolean;
  onSend: (caption: string) => Promise<unknown>;
  onCancel: () => void;
}

/** The chosen photos, to look at once more. Words can go with them, and never have to. */
function PhotoGiving({ photos, isBusy, onSend, onCancel }: PhotoGivingProps) {
  useInUse();
  const [caption, write] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = () => {
    setProblem(undefined);
    onSend(caption.trim()).catch(() => setProblem("This was not sent. Please try again."));
  };
  return (
    <Stack gap={12}>
      <div className={styles.chosen}>
        {photos.map((photo, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: photos have no names, and their order stays
          <Photo key={place} photo={photo} label={`Picture ${place + 1} of ${photos.length}`} />
        ))}
      </div>
      <TextField
        label="A few words, if you like"
        name="caption"
        maxLength={maxCaption}
        value={caption}
        onChange={({ target }) => write(target.value)}
      />
      <SendOrCancel isBusy={isBusy} onSend={send} onCancel={onCancel} />
      {problem && <Note kind="warn" isAlert title={problem} />}
    </Stack>
  );
}

interface GivingProps {
  giver: Sender;
  /** Who hears that it is sent, such as "Rose & Walter". */
  to: string;
}

/** Gives the family a photo in three taps, or a voice message in two. */
export function Giving({ giver, to }: GivingProps) {
  const [photos, setPhotos] = useState<readonly Blob[]>([]);
  const [isRecording, setRecording] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const give = useGive(giver);
  const done = (hasArrived: boolean) => {
    setPhotos([]);
    setRecording(false);
    if (hasArrived) toast({ title: "Sent", description: `${to} will see it in Porchlight.` });
  };
  const { input, open } = usePicturesChoice({
    max: maxHelloPictures,
    onPictures: setPhotos,
    onRefused: setRefusal,
  });
  const isIdle = photos.length === 0 && !isRecording;
  return (
    <Stack>
      {input}
      {isIdle && (
        <Actions isWide>
          <Button
            icon={Camera}
            onClick={() => {
              setRefusal(undefined);
              open();
            }}
          >
            Photo
          </Button>
          {canRecord() && (
            <Button
              icon={Mic}
              onClick={() => {
                setRefusal(undefined);
                setRecording(true);
              }}
            >
              Voice
            </Button>
          )}
        </Actions>
      )}
      {photos.length > 0 && (
        <PhotoGiving
          photos={photos}
          isBusy={give.isPending}
          onSend={(caption) => give.mutateAsync({ kind: "picture", files: photos, caption }).then(done)}
          onCancel={() => setPhotos([])}
        />
      )}
      {isRecording && (
        <QuickRecording
          isBusy={give.isPending}
          onSend={(recorded) => give.mutateAsync({ kind: "voice", files: [recorded] }).then(done)}
          onCancel={() => setRecording(false)}
        />
      )}
      {refusal && <Note kind="warn" isAlert title={refusal} />}
      <WaitingHellos giver={giver} />
    </Stack>
  );
}
