import { useContacts } from "#web/families/queries.ts";
import { Moment } from "#web/ui/time/times.tsx";
import { Quote } from "../cards/quote.tsx";
import type { WaitingRequest } from "../outbox-store.ts";
import { UnsentCard } from "./unsent-card.tsx";

/** On home, of whoever is signed in. */
export function WaitingCard({ waiting }: { waiting: WaitingRequest }) {
  const [contact] = useContacts();
  const { phrase, askedAt, refusal } = waiting;
  const next = refusal ?? "We'll send it as soon as we can reach Porchlight. A call is quicker.";
  return (
    <UnsentCard waiting={waiting} contact={contact} next={<p>{next}</p>}>
      <p>
        You asked at <Moment at={askedAt} />:
      </p>
      <Quote phrase={phrase} />
    </UnsentCard>
  );
}
