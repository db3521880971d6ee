import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { LocalEventItem } from "./local-event-item.tsx";
import styles from "./local-events.module.css";
import { localEventsSkeleton } from "./local-events-skeleton.tsx";
import { localEventsQuery } from "./queries.ts";

export function LocalEvents() {
  const localEvents = useQuery(localEventsQuery(useFamilyClock()));
  return (
    <Loaded of={localEvents} name="things to do" skeleton={localEventsSkeleton}>
      {(list) =>
        list.length > 0 ? (
          <ul className={styles.list}>
            {list.map((event) => (
              <LocalEventItem key={event.id} event={event} />
            ))}
          </ul>
        ) : (
          <Empty title="No local events available" />
        )
      }
    </Loaded>
  );
}
