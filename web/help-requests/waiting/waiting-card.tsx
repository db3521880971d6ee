import { Check } from "lucide-react";
import { CallButton } from "#web/families/call/call-button.tsx";
import { EmergencyCall } from "#web/families/call/emergency-call.tsx";
import { useContacts } from "#web/families/queries.ts";
import { Quote } from "#web/help-requests/cards/quote.tsx";
import { RequestCard } from "#web/help-requests/cards/request-card.tsx";
import type { WaitingRequest } from "#web/help-requests/outbox-store.ts";
import { useDiscard } from "#web/help-requests/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { CallOrText } from "./call-or-text.tsx";
import { useIsLate } from "./use-is-late.ts";

/** A request that is on this device and not with the server: that is said plainly, with a call as the way on. */
export function WaitingCard({ waiting }: { waiting: WaitingRequest }) {
  const { key, phrase, askedAt, refusal } = waiting;
  const [contact] = useContacts();
  const discard = useDiscard();
  const isLate = useIsLate(askedAt);
  return (
    <RequestCard title={refusal ? "This could not be sent." : "Saved on this device. Not sent yet."}>
      <Stack gap={24}>
        <div>
          <p>
            You asked at <Moment at={askedAt} />:
          </p>
          <Quote phrase={phrase} />
        </div>
        <Actions isWide>
          {contact &&
            (isLate ? (
              <CallOrText contact={contact} phrase={phrase} />
            ) : (
              <CallButton contact={contact} isPrimary />
            ))}
          <Button icon={Check} isBusy={discard.isPending} onClick={() => discard.mutate(key)}>
            I'm OK now
          </Button>
        </Actions>
      </Stack>
      <Stack gap={12}>
        <p>{refusal ?? "We send it as soon as we can reach Porchlight. A call is quicker."}</p>
        <EmergencyCall />
      </Stack>
    </RequestCard>
  );
}
