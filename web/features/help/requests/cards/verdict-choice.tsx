import { Phone, ShieldAlert, ShieldCheck } from "lucide-react";
import type { Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { call } from "#web/platform/api/call.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { paramsOf, useChange, type useHandOn } from "../request-changes.ts";
import { OwnPromise } from "./promise-question.tsx";
import { ResultLine } from "./request-card.tsx";
import { Verdicts } from "./scam-advice.tsx";

interface VerdictChoiceProps {
  asker: string;
  /** What this person has said. */
  verdict: Verdict | undefined;
  /** Whether they have just said it here. */
  isSaid: boolean;
  isBusy: boolean;
  onChoose: (verdict: Verdict) => void;
}

const Buttons = ({ isBusy, onChoose }: Pick<VerdictChoiceProps, "isBusy" | "onChoose">) => (
  <Stack gap={12}>
    <Button variant="danger" icon={ShieldAlert} isBusy={isBusy} onClick={() => onChoose("SCAM")}>
      {verdictWords.SCAM}
    </Button>
    <Button icon={ShieldCheck} isBusy={isBusy} onClick={() => onChoose("FINE")}>
      {verdictWords.FINE}
    </Button>
    <Button icon={Phone} isBusy={isBusy} onClick={() => onChoose("CALLING")}>
      {verdictWords.CALLING}
    </Button>
  </Stack>
);

/** The three answers to "Is this a scam?", each with one tap. They can be changed. */
export function VerdictChoice({ asker, verdict, isSaid, ...buttons }: VerdictChoiceProps) {
  if (verdict === undefined) return <Buttons {...buttons} />;
  return (
    <Stack gap={12}>
      <ResultLine takesFocus={isSaid} mark={`${asker} can read this.`}>
        You said: “{verdictWords[verdict]}”
      </ResultLine>
      <MoreOption label="Change my answer">
        <Buttons {...buttons} />
      </MoreOption>
    </Stack>
  );
}

interface ScamAnswerProps {
  request: HelpRequest;
  /** The person who is looking, and the open family. */
  sender: Sender;
  handOn: ReturnType<typeof useHandOn>;
}

/** The answers to "Is this a scam?", even after somebody else has answered. */
export function ScamAnswer({ request, sender, handOn }: ScamAnswerProps) {
  const saying = useChange((verdict: Verdict) =>
    call("PUT /api/help-requests/:id/verdict", { ...paramsOf(request), body: { verdict } }),
  );
  const own = request.scamCheck?.verdicts.find(({ person }) => person.id === sender.personId);
  return (
    <>
      <VerdictChoice
        asker={request.askedBy.name}
        verdict={own?.verdict}
        isSaid={saying.isSuccess}
        isBusy={saying.isPending}
        onChoose={saying.mutate}
      />
      {request.promise && request.helper?.id === sender.personId && (
        <OwnPromise request={request} handOn={handOn} />
      )}
      <Verdicts request={request} />
      <ErrorMessage error={saying.error} />
    </>
  );
}
