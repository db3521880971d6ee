import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { Columns, Section } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { LocalEventList } from "./local-event-list.tsx";
import { enteredLocalEventsQuery } from "./local-event-queries.ts";
import { SubscribedCalendars } from "./subscribed-calendars.tsx";

const skeleton = <SkeletonRows count={2} />;

/** The tab with things to do and subscribed calendars. */
export function ThingsToDoTab() {
  const { day } = useFamilyClock();
  const events = useQuery(enteredLocalEventsQuery(day));
  if (isForbidden(events.error))
    return (
      <AccessDenied title="Things To Do">
        The people who look after your family's page can add things to do.
      </AccessDenied>
    );
  return (
    <Columns>
      <Section title="Things To Do">
        <Loaded of={events} name="things to do" skeleton={skeleton}>
          {(list) => <LocalEventList events={list} day={day} />}
        </Loaded>
      </Section>
      <SubscribedCalendars />
    </Columns>
  );
}
