import { Check, RotateCcw } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { questionOf } from "../../promise-words.ts";
import type { OwnActions } from "./own-actions.ts";

interface WasItKeptProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** Asks the sender whether the helper called or came as they had said. */
export function WasItKept({ request, actions }: WasItKeptProps) {
  const id = useId();
  const question = questionOf(request);
  const answer = { "aria-describedby": id, isBusy: actions.isBusy };
  if (!question) return null;
  return (
    <Stack gap={12}>
      <p id={id}>
        <b>{question}</b>
      </p>
      <Actions isWide>
        <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("kept")}>
          Yes
        </Button>
        <Button {...answer} icon={RotateCcw} onClick={() => actions.act("missed")}>
          Not yet
        </Button>
      </Actions>
    </Stack>
  );
}
