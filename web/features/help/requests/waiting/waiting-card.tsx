import { scamCallPhraseId, scamCategoryId } from "#contract/help/known-categories.ts";
import { useContacts } from "#web/features/families/queries.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Replies } from "../../replies/replies.tsx";
import { Quote } from "../cards/request-card.tsx";
import { ScamWarning } from "../cards/scams/scam-warning.tsx";
import type { Sender } from "../outbox.ts";
import type { WaitingRequest } from "../outbox-store.ts";
import { UnsentCard } from "./unsent-card.tsx";

/** A request of the signed-in person that waits on this device. */
export function WaitingCard({ waiting, sender }: { waiting: WaitingRequest; sender: Sender }) {
  const [contact] = useContacts();
  const { key, phrase, askedAt, refusal, categoryId, body } = waiting;
  const next = refusal ?? "We'll send it as soon as we can reach Porchlight. A call is quicker.";
  return (
    <Stack gap={12}>
      <UnsentCard waiting={waiting} contact={contact} next={<p>{next}</p>}>
        <p>
          You asked at <Moment at={askedAt} />:
        </p>
        <Quote phrase={phrase} />
        {categoryId === scamCategoryId && <ScamWarning isCall={body.phraseId === scamCallPhraseId} />}
      </UnsentCard>
      <Replies request={{ idempotencyKey: key }} sender={sender} isOpen={!refusal} />
    </Stack>
  );
}
