import { useQuery } from "@tanstack/react-query";
import { scamCallPhraseId, scamCategoryId } from "#contract/help/known-categories.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useContacts, useFamily } from "#web/features/families/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Failed, timeOfNextRead } from "#web/ui/state/loaded.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { Thread } from "../replies/thread.tsx";
import { OthersRequest } from "./cards/others-request.tsx";
import { OwnRequest } from "./cards/own-request.tsx";
import { Quote } from "./cards/request-card.tsx";
import { ScamWarning } from "./cards/scam-advice.tsx";
import type { WaitingRequest } from "./outbox-store.ts";
import { helpRequestsQuery, waitingQuery } from "./queries.ts";
import { useSeen } from "./receipts.ts";
import { asCalledIn, headingOf, isConfirmed, isOpen, titleFor } from "./request-words.ts";
import { UnsentCard } from "./unsent-card.tsx";

/** A request of the signed-in person that waits on this device. */
function WaitingCard({ waiting, sender }: { waiting: WaitingRequest; sender: Sender }) {
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
      <Thread request={{ idempotencyKey: key }} sender={sender} isOpen={!refusal} />
    </Stack>
  );
}

const Request = ({ request, sender }: { request: HelpRequest; sender: Sender }) => (
  <Stack gap={12}>
    {request.askedBy.id === sender.personId ? (
      <OwnRequest request={request} sender={sender} />
    ) : (
      <OthersRequest request={request} sender={sender} />
    )}
    <Thread request={request} sender={sender} isOpen={isOpen(request)} />
  </Stack>
);

/** An older request in one line, which opens its card. */
function FoldedRequest({ request, sender }: { request: HelpRequest; sender: Sender }) {
  const { personId } = sender;
  const words = useSeen<HTMLSpanElement>(request, personId);
  const now = useMinute();
  const title = request.askedBy.id === personId ? headingOf(request, now) : titleFor(request, personId);
  return (
    <MoreOption
      label={
        <>
          <Unbroken>{title}</Unbroken> <span ref={words}>“{request.phrase}”</span>
        </>
      }
    >
      <Request request={request} sender={sender} />
    </MoreOption>
  );
}

/**
 * Whether it is shown as a card. A closed request is only a note, unless this person has yet to confirm that it is
 * solved.
 */
const hasCard = (request: HelpRequest, personId: number): boolean =>
  isOpen(request) || (request.askedBy.id === personId && !isConfirmed(request));

/** Requests that wait on this device, then open ones (other people's urgent ones first), then those closed within the hour. */
function RequestsOf({ personId, familyId }: Sender) {
  const sender = { personId, familyId };
  // A failed read mounts this list. If that read again, the list would go and come back without end.
  const requests = useQuery({ ...helpRequestsQuery, retryOnMount: false });
  const { data: unsent = [] } = useQuery(waitingQuery(sender));
  const familyName = useFamily()?.name ?? "";
  const list = (requests.data ?? []).map((request) => asCalledIn(familyName, request));
  // The live event can come before the response. A request that the server already has no longer waits.
  const stored = new Set(list.map(({ idempotencyKey }) => idempotencyKey));
  const waiting = unsent.filter(({ key }) => !stored.has(key));
  const isPressing = ({ isUrgent, askedBy }: HelpRequest) => isUrgent && askedBy.id !== personId;
  const open = list.filter(isOpen);
  const inOrder = [
    ...open.filter(isPressing),
    ...open.filter((request) => !isPressing(request)),
    ...list.filter((request) => !isOpen(request)),
  ];
  const first = inOrder.find((request) => hasCard(request, personId));
  if (waiting.length + list.length === 0 && !requests.isError) return null;
  return (
    <Stack gap={24}>
      {waiting.map((one) => (
        <WaitingCard key={one.key} waiting={one} sender={sender} />
      ))}
      {requests.isError && (!requests.data || navigator.onLine) && (
        <Failed
          title="Requests for help could not be loaded"
          readAt={timeOfNextRead(requests)}
          updatedAt={requests.data && requests.dataUpdatedAt}
          onRetry={() => void requests.refetch()}
        />
      )}
      {inOrder.map((request) =>
        request !== first && hasCard(request, personId) ? (
          <FoldedRequest key={request.id} request={request} sender={sender} />
        ) : (
          <Request key={request.id} request={request} sender={sender} />
        ),
      )}
    </Stack>
  );
}

/** Renders nothing until it is known who is signed in. */
export const Requests = ({ sender }: { sender: Sender | undefined }) => sender && <RequestsOf {...sender} />;
