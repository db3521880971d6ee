import { Undo2 } from "lucide-react";
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { HelpPromise } from "#contract/help/request-state.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { Unbroken } from "#web/ui/unbroken.tsx";
import { wordsOfPromise } from "../../promise-words.ts";
import { OutcomeLine } from "../request-card.tsx";
import { PromiseChoice } from "./promise-choice.tsx";

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
    <OutcomeLine takesFocus={isSaid} mark={`${asker} can read this.`}>
      <Unbroken>{words}</Unbroken> {promise.words && `“${promise.words}”`}
    </OutcomeLine>
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
        <span>
          I can't after all
          <Hidden> for {asker}</Hidden>
        </span>
      </Button>
    </Stack>
  );
}
