import { Check, RotateCcw } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { endOf, headingOf } from "../../progress.ts";
import { DidNotWork } from "../did-not-work.tsx";
import { Quote } from "../quote.tsx";
import { RequestCard } from "../request-card.tsx";
import type { Acting } from "./acting.ts";

interface IsItSolvedProps {
  request: HelpRequest;
  acting: Acting;
}

/** The family said "Done": only the one who asked knows. */
export function IsItSolved({ request, acting }: IsItSolvedProps) {
  const question = useId();
  const end = endOf(request);
  const answer = { "aria-describedby": question, isBusy: acting.isBusy };
  return (
    <RequestCard title={headingOf(request)} heading={acting.outcome} isOver>
      <div>
        {end && (
          <p>
            {end.person?.name} said so at <Moment at={end.at} />:
          </p>
        )}
        <Quote phrase={request.phrase} />
      </div>
      <Stack gap={12}>
        <h3 id={question}>Is it solved?</h3>
        <Actions isWide>
          <Button {...answer} variant="primary" icon={Check} onClick={() => acting.act("confirm")}>
            Yes
          </Button>
          <Button {...answer} icon={RotateCcw} onClick={() => acting.act("reopen")}>
            Not yet
          </Button>
        </Actions>
        <DidNotWork error={acting.error} />
      </Stack>
    </RequestCard>
  );
}
