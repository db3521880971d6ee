import { RefreshCw } from "lucide-react";
import type { CalendarFreshness, EventCounts as Counts } from "#contract/calendar/subscriptions.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { EventCounts, LastRead } from "../subscription-state.tsx";
import { useReadAgain } from "./settings-queries.ts";

const failed = { title: "The calendar could not be read", otherwise: "Please try again." };

interface SubscribedCalendarProps {
  feed: CalendarFreshness;
  events: Counts | null;
}

/** Shows when the family's calendar address was read last, and what was found there. */
export function SubscribedCalendar({ feed, events }: SubscribedCalendarProps) {
  const { mutate: read, isPending, error } = useReadAgain();
  const press = () => read(undefined, { onError: (error) => toastError(error, failed) });
  return (
    <Section title="The calendar at this address">
      <LastRead of={feed} />
      <EventCounts of={events} />
      <Button isStart icon={RefreshCw} isBusy={isPending} busyLabel="Reading..." onClick={press}>
        Read it again now
      </Button>
      <ErrorMessage {...failed} error={error} isAlert />
    </Section>
  );
}
