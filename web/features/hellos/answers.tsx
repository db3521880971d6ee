// The two things to do with a hello of somebody else: love it, and answer it by voice.
import { Heart, Mic } from "lucide-react";
import { useState } from "react";
import type { Hello } from "#contract/hellos.ts";
import { canRecord } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import styles from "./hellos.module.css";
import { useGive, useLove, useWaiting } from "./queries.ts";
import { QuickRecording } from "./quick-recording.tsx";

interface AnswersProps {
  hello: Hello;
  giver: Sender;
  isLoved: boolean;
  /** Called at once, also without a connection: the heart is then sent later. */
  onLove: (isLoved: boolean) => void;
  onAnswered: () => void;
}

const notSent = { title: "Not sent", otherwise: "Please try again." };

/** Says that the answer to this hello has arrived, or that it waits. */
function AnswerGiven({ giver, id }: { giver: Sender; id: number }) {
  const isWaiting = useWaiting(giver).some((one) => one.kind !== "heart" && one.answerTo === id);
  return (
    <p role="status" tabIndex={-1} ref={takeFocus}>
      {isWaiting
        ? "Your answer is saved on this device. It goes out as soon as it can."
        : "Your answer is sent."}
    </p>
  );
}

export function Answers({ hello: { id }, giver, isLoved, onLove, onAnswered }: AnswersProps) {
  const [isAnswering, setAnswering] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const love = useLove(giver);
  const give = useGive(giver);
  const press = () => {
    onLove(!isLoved);
    love.mutateAsync({ id, isLoved: !isLoved }).catch((error: unknown) => {
      onLove(isLoved);
      toastError(error, notSent);
    });
  };
  const answer = async (recorded: Blob) => {
    await give.mutateAsync({ kind: "voice", files: [recorded], answerTo: id });
    setAnswered(true);
    setAnswering(false);
    onAnswered();
  };
  return (
    <div className={styles.answers}>
      {isAnswering ? (
        <QuickRecording isBusy={give.isPending} onSend={answer} onCancel={() => setAnswering(false)} />
      ) : (
        <Actions isWide>
          <Button
            variant={isLoved ? "primary" : "plain"}
            icon={Heart}
            aria-pressed={isLoved}
            isBusy={love.isPending}
            onClick={press}
          >
            Love it
          </Button>
          {canRecord() && (
            <Button icon={Mic} onClick={() => setAnswering(true)}>
              Answer with my voice
            </Button>
          )}
        </Actions>
      )}
      {isAnswered && !isAnswering && <AnswerGiven giver={giver} id={id} />}
    </div>
  );
}
