// The question of the week, answered by voice or in words. The answer is a hello.
import { Keyboard, Mic } from "lucide-react";
import { useState } from "react";
import { maxWords } from "#contract/hello-limits.ts";
import type { Question } from "#contract/questions.ts";
import { maxSeconds } from "#contract/recordings.ts";
import { canRecord } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextAreaField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Lead } from "#web/ui/text.tsx";
import { useGive, useWaiting } from "./queries.ts";
import { QuickRecording } from "./quick-recording.tsx";
import { SendOrCancel } from "./send-or-cancel.tsx";

interface WordsProps {
  isBusy: boolean;
  onSend: (words: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Keeps what was written until it is sent. */
function Words({ isBusy, onSend, onCancel }: WordsProps) {
  const [words, write] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = () => {
    // An answer is one line, as a caption is.
    const written = words.replace(/\s+/g, " ").trim();
    setProblem(written === "" ? "Please write your answer." : undefined);
    if (written) onSend(written).catch(() => setProblem("This was not sent. Please try again."));
  };
  return (
    <Stack gap={12}>
      <TextAreaField
        label="Your answer"
        name="answer"
        rows={4}
        maxLength={maxWords}
        value={words}
        error={problem}
        ref={takeFocus}
        onChange={({ target }) => write(target.value)}
      />
      <SendOrCancel isBusy={isBusy} onSend={send} onCancel={onCancel} />
    </Stack>
  );
}

type Answer = { kind: "voice"; files: readonly Blob[] } | { kind: "words"; files: []; caption: string };

interface AnsweringProps {
  isBusy: boolean;
  onSend: (answer: Answer) => Promise<unknown>;
}

function Answering({ isBusy, onSend }: AnsweringProps) {
  const [how, choose] = useState<Answer["kind"]>();
  const cancel = () => choose(undefined);
  if (how === "voice")
    return (
      <QuickRecording
        isBusy={isBusy}
        longest={maxSeconds.answer}
        onSend={(recorded) => onSend({ kind: "voice", files: [recorded] })}
        onCancel={cancel}
      />
    );
  if (how === "words")
    return (
      <Words
        isBusy={isBusy}
        onSend={(caption) => onSend({ kind: "words", files: [], caption })}
        onCancel={cancel}
      />
    );
  return (
    <Actions isWide>
      {canRecord() && (
        <Button icon={Mic} onClick={() => choose("voice")}>
          Answer with my voice
        </Button>
      )}
      <Button icon={Keyboard} onClick={() => choose("words")}>
        Answer in words
      </Button>
    </Actions>
  );
}

interface QuestionAskedProps {
  question: Question;
  giver: Sender;
  /** Called before an answer is sent, because the question is no longer asked afterwards. */
  onAnswering: () => void;
}

export function QuestionAsked({ question: { sunday, text }, giver, onAnswering }: QuestionAskedProps) {
  const [isSent, setSent] = useState(false);
  const give = useGive(giver);
  const isWaiting = useWaiting(giver).some((one) => one.kind !== "heart" && one.sunday === sunday);
  const send = async (answer: Answer) => {
    onAnswering();
    await give.mutateAsync({ ...answer, sunday });
    setSent(true);
  };
  return (
    <Panel title="A question for you">
      <Lead>{text}</Lead>
      {isSent || isWaiting ? (
        <p role="status" tabIndex={-1} ref={isSent ? takeFocus : null}>
          Thank you. Your family gets your answer{isWaiting && " as soon as there is a connection"}.
        </p>
      ) : (
        <Answering isBusy={give.isPending} onSend={send} />
      )}
    </Panel>
  );
}
