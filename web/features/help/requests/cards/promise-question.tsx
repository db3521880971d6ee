import { Car, Clock, Phone, Undo2 } from "lucide-react";
import { useState } from "react";
import { hourMs } from "#contract/durations.ts";
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { HelpPromise } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Quiet, Unbroken } from "#web/ui/text.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { paramsOf, useChange, type useHandOn } from "../request-changes.ts";
import { wordsOfPromise } from "../request-words.ts";
import { ResultLine } from "./request-card.tsx";

const hoursOffered = 6;

/** The next full hours. */
const nextHours = (now: number): string[] =>
  Array.from({ length: hoursOffered }, (_, place) =>
    new Date((Math.floor(now / hourMs) + 1 + place) * hourMs).toISOString(),
  );

interface PromiseChoiceProps {
  asker: string;
  isBusy: boolean;
  onChoose: (promise: NewHelpPromise) => void;
}

/** One tap says when the helper calls or comes. Words are optional, and are sent with the tap. */
function PromiseChoice({ asker, isBusy, onChoose }: PromiseChoiceProps) {
  const now = useMinute();
  const [typed, setTyped] = useState("");
  const choose = (promise: NewHelpPromise) => {
    const words = typed.trim();
    onChoose({ ...promise, ...(words && { words }) });
  };
  return (
    <Stack gap={12}>
      <Actions isWide>
        <Button icon={Phone} isBusy={isBusy} onClick={() => choose({ kind: "CALLING" })}>
          I'm calling now
        </Button>
        <Button icon={Clock} isBusy={isBusy} onClick={() => choose({ kind: "CALL_AT", minutes: 10 })}>
          In 10 minutes
        </Button>
        <Button icon={Car} isBusy={isBusy} onClick={() => choose({ kind: "COMING" })}>
          I'm on my way
        </Button>
      </Actions>
      <MoreOption label="At …">
        <Actions isWide>
          {nextHours(now).map((at) => (
            <Button key={at} isBusy={isBusy} onClick={() => choose({ kind: "CALL_AT", at })}>
              <Moment at={at} />
            </Button>
          ))}
        </Actions>
      </MoreOption>
      <MoreOption label="Add a few words">
        <TextField
          label={`A few words to ${asker}`}
          hint="They're sent with your next tap above."
          name="words"
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </MoreOption>
      <Quiet>{asker} can read it right away. You can also skip this.</Quiet>
    </Stack>
  );
}

interface PromiseMadeProps {
  asker: string;
  helper: string;
  promise: HelpPromise;
  /** Whether they have just said it here. */
  isSaid: boolean;
}

/** Shows what the person who needs help reads. */
function PromiseMade({ asker, helper, promise, isSaid }: PromiseMadeProps) {
  const words = wordsOfPromise(helper, promise, useMinute());
  return words ? (
    <ResultLine takesFocus={isSaid} mark={`${asker} can read this.`}>
      <Unbroken>{words}</Unbroken> {promise.words && `“${promise.words}”`}
    </ResultLine>
  ) : null;
}

interface PromiseQuestionProps extends Omit<PromiseMadeProps, "promise"> {
  promise: HelpPromise | null;
  isBusy: boolean;
  onChoose: (promise: NewHelpPromise) => void;
  onHandOn: () => void;
}

/** Asks a helper when they will call or come, once they said "I'll help". The answer can be changed, or the request handed on. */
export function PromiseQuestion(props: PromiseQuestionProps) {
  const { asker, promise, isBusy, onHandOn } = props;
  return (
    <Stack gap={12}>
      {promise ? (
        <>
          <PromiseMade {...props} promise={promise} />
          <MoreOption label="Change when">
            <PromiseChoice {...props} />
          </MoreOption>
        </>
      ) : (
        <>
          <p>
            <b>When can you help?</b>
          </p>
          <PromiseChoice {...props} />
        </>
      )}
      <Button icon={Undo2} isBusy={isBusy} onClick={onHandOn}>
        I can't help {asker} after all
      </Button>
    </Stack>
  );
}

interface OwnPromiseProps {
  request: HelpRequest;
  handOn: ReturnType<typeof useHandOn>;
}

/** The helper says when they call or come, or that they can't after all. */
export function OwnPromise({ request, handOn }: OwnPromiseProps) {
  const promising = useChange((body: NewHelpPromise) =>
    call("PUT /api/help-requests/:id/promise", { ...paramsOf(request), body }),
  );
  return (
    <>
      <PromiseQuestion
        asker={request.askedBy.name}
        helper={request.helper?.name ?? ""}
        promise={request.promise}
        isSaid={promising.isSuccess}
        isBusy={promising.isPending || handOn.isPending}
        onChoose={promising.mutate}
        onHandOn={() => handOn.mutate(request)}
      />
      <ErrorMessage error={promising.error ?? handOn.error} />
    </>
  );
}
