import { Check, HeartHandshake, RotateCcw, Siren } from "lucide-react";
import type { HelpCategory } from "#contract/help/phrases.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { CallButton } from "#web/families/call/call-button.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Emoji } from "#web/ui/picture/emoji.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { ago, minutesSince } from "#web/ui/time/clock.ts";
import { Moment } from "#web/ui/time/times.tsx";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { categoryPicture } from "../../phrases/category-picture.ts";
import { askedAgainAt, titleFor } from "../progress.ts";
import { useSeen } from "../receipts.ts";
import { useAcknowledge, type useResolve } from "./changes.ts";
import { DidNotWork } from "./did-not-work.tsx";
import styles from "./open-request.module.css";
import { OutcomeLine } from "./outcome-line.tsx";
import { Quote } from "./quote.tsx";
import { RequestCard } from "./request-card.tsx";
import { WhoSawIt } from "./who-saw-it.tsx";

interface OpenRequestProps {
  request: HelpRequest;
  /** Who is looking. */
  personId: number;
  /** "Done" */
  resolve: ReturnType<typeof useResolve>;
}

function Since({ at }: { at: string }) {
  const minutes = minutesSince(at, useMinute());
  return (
    <p>
      Since <Moment at={at} />, {ago(minutes)}
    </p>
  );
}

const Category = ({ name, icon }: Pick<HelpCategory, "name" | "icon">) => (
  <p className={styles.line}>
    <Emoji name={categoryPicture(icon).emoji} /> {name}
  </p>
);

/** What makes it more than one request among others: in words, and not by its color alone. */
function Pressing({ request }: { request: HelpRequest }) {
  const { name } = request.askedBy;
  const again = askedAgainAt(request);
  return (
    <>
      {request.isUrgent && (
        <p className={classNames(styles.line, styles.urgent)}>
          <Icon of={Siren} /> {name} says it's urgent.
        </p>
      )}
      {again && (
        <p className={styles.line}>
          <Icon of={RotateCcw} />
          <span>
            {name} asked again at <Moment at={again} />.
          </span>
        </p>
      )}
    </>
  );
}

function Answers({ request, personId, resolve }: OpenRequestProps) {
  const acknowledge = useAcknowledge();
  const error = acknowledge.error ?? resolve.error;
  const { name, phoneNumber } = request.askedBy;
  return (
    <Stack gap={12}>
      {request.helper?.id === personId && (
        <OutcomeLine takesFocus={acknowledge.isSuccess} state="right" mark="Thank you">
          You will help
        </OutcomeLine>
      )}
      {!request.helper && (
        <Button
          variant="primary"
          icon={HeartHandshake}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(request)}
        >
          I'll help
        </Button>
      )}
      <Actions isWide>
        {phoneNumber !== null && <CallButton contact={{ name, phoneNumber }} />}
        <Button icon={Check} isBusy={resolve.isPending} onClick={() => resolve.mutate(request)}>
          Done
        </Button>
      </Actions>
      <DidNotWork error={error}>
        {acknowledge.error && request.helper && <p>Thank you for wanting to help.</p>}
      </DidNotWork>
    </Stack>
  );
}

/** Somebody of the family needs help: who, what, since when, and what one can do. */
export function OpenRequest({ request, personId, resolve }: OpenRequestProps) {
  const words = useSeen<HTMLParagraphElement>(request, personId);
  return (
    <RequestCard title={titleFor(request, personId)}>
      <Stack gap={24}>
        <Stack gap={8}>
          <Quote phrase={request.phrase} ref={words} />
          {request.category && <Category {...request.category} />}
          <Since at={request.askedAt} />
          <Pressing request={request} />
        </Stack>
        <WhoSawIt request={request} personId={personId} />
      </Stack>
      <Answers request={request} personId={personId} resolve={resolve} />
    </RequestCard>
  );
}
