import { Car, Clock, Phone } from "lucide-react";
import { useState } from "react";
import { hourMs } from "#contract/durations.ts";
import type { NewHelpPromise } from "#contract/help/promises.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";

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
export function PromiseChoice({ asker, isBusy, onChoose }: PromiseChoiceProps) {
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
