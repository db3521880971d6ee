import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { EmergencyCall } from "#web/families/call/emergency-call.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { goToHeading } from "#web/ui/page/page.tsx";
import { RequestCard } from "../cards/request-card.tsx";
import type { WaitingRequest } from "../outbox-store.ts";
import { useDiscard } from "../queries.ts";
import { CallOrText } from "./call-or-text.tsx";

interface UnsentCardProps {
  waiting: WaitingRequest;
  contact: WaitingRequest["contact"];
  /** What has to happen before it goes out. */
  next: ReactNode;
  /** What was asked, and when. */
  children: ReactNode;
}

/** A request that is on this device and not with the server: that is said plainly, with a call as the way on. */
export function UnsentCard({ waiting, contact, next, children }: UnsentCardProps) {
  const discard = useDiscard();
  const putAway = () => discard.mutateAsync(waiting.key).then(goToHeading, () => undefined);
  return (
    <RequestCard title={waiting.refusal ? "This could not be sent." : "Saved on this device. Not sent yet."}>
      <Stack gap={24}>
        <div>{children}</div>
        <Actions isWide>
          <CallOrText contact={contact} waiting={waiting} />
          <Button icon={Check} isBusy={discard.isPending} onClick={putAway}>
            I'm OK now
          </Button>
        </Actions>
      </Stack>
      <Stack gap={12}>
        {next}
        <EmergencyCall />
      </Stack>
    </RequestCard>
  );
}
