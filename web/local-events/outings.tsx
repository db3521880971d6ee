import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Outing } from "./outing.tsx";
import { outingSkeleton } from "./outing-skeleton.tsx";
import styles from "./outings.module.css";
import { localEventsQuery } from "./queries.ts";

export function Outings() {
  const outings = useQuery(localEventsQuery(useFamilyClock()));
  return (
    <Loaded of={outings} name="things to do" skeleton={outingSkeleton}>
      {(list) =>
        list.length > 0 ? (
          <ul className={styles.outings}>
            {list.map((event) => (
              <Outing key={event.id} event={event} />
            ))}
          </ul>
        ) : (
          <Empty title="No local events available" />
        )
      }
    </Loaded>
  );
}
