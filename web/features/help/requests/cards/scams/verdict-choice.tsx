import { Phone, ShieldAlert, ShieldCheck } from "lucide-react";
import type { Verdict } from "#contract/help/request-state.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { OutcomeLine } from "../request-card.tsx";

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
      <OutcomeLine takesFocus={isSaid} mark={`${asker} can read this.`}>
        You said: “{verdictWords[verdict]}”
      </OutcomeLine>
      <MoreOption label="Change my answer">
        <Buttons {...buttons} />
      </MoreOption>
    </Stack>
  );
}
