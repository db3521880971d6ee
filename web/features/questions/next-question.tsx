// The question of next Sunday, which a helper sees and can set in one line.
import { useQuery } from "@tanstack/react-query";
import { Pencil, RotateCcw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { maxQuestion, type NextQuestion as Question } from "#contract/questions.ts";
import { monthAndDay } from "#contract/time-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useHas } from "#web/features/families/queries.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Lead, Quiet } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { nextQuestionQuery, useSetQuestion } from "./queries.ts";

const failed = { title: "Not saved", otherwise: "Please try again." };

interface SettingProps {
  sunday: string;
  onDone: () => void;
}

/** Keeps what was written until it is saved. */
function Setting({ sunday, onDone }: SettingProps) {
  const [text, write] = useState("");
  const [problem, setProblem] = useState<string>();
  const set = useSetQuestion(sunday);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const written = text.trim();
    setProblem(written === "" ? "Please write a question" : undefined);
    if (written) set.mutateAsync(written).then(onDone, (error: unknown) => toastError(error, failed));
  };
  return (
    <form onSubmit={save}>
      <Stack gap={12}>
        <TextField
          label="Your question"
          name="question"
          maxLength={maxQuestion}
          value={text}
          error={problem}
          ref={takeFocus}
          onChange={({ target }) => write(target.value)}
        />
        <Actions>
          <Button variant="primary" type="submit" isBusy={set.isPending} busyLabel="Saving...">
            Save
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </Actions>
      </Stack>
    </form>
  );
}

function Chosen({ question: { sunday, text, isOwn } }: { question: Question }) {
  const [isSetting, setSetting] = useState(false);
  const restore = useSetQuestion(sunday);
  const useBuiltIn = () => restore.mutateAsync(null).catch((error: unknown) => toastError(error, failed));
  if (isSetting) return <Setting sunday={sunday} onDone={() => setSetting(false)} />;
  return (
    <Stack gap={12}>
      <Lead>{text}</Lead>
      <Quiet>
        Asked from Sunday, {monthAndDay(sunday)}.{" "}
        {isOwn ? "One of you wrote it." : "It comes from Porchlight."}
      </Quiet>
      <Actions>
        <Button icon={Pencil} onClick={() => setSetting(true)}>
          Ask something else
        </Button>
        {isOwn && (
          <Button icon={RotateCcw} isBusy={restore.isPending} busyLabel="Saving..." onClick={useBuiltIn}>
            Use Porchlight's question
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

/** Renders nothing while the family has turned the weekly question off. */
export function NextQuestion() {
  const isOn = useHas("weeklyQuestion");
  const question = useQuery({ ...nextQuestionQuery(useFamilyClock().day), enabled: isOn });
  if (!isOn) return null;
  return (
    <Section title="Next Sunday's question">
      <Loaded of={question} name="next Sunday's question" skeleton={<Skeleton shape="row" />}>
        {(found) => <Chosen key={found.sunday} question={found} />}
      </Loaded>
    </Section>
  );
}
