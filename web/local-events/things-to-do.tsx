import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Section } from "#web/ui/layout/section.tsx";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Bone } from "#web/ui/state/loading.tsx";
import { Outing } from "./outing.tsx";
import { localEventsQuery } from "./queries.ts";
import styles from "./things-to-do.module.css";

const bones = (
  <>
    <Bone shape="row" />
    <Bone shape="row" />
  </>
);

export function ThingsToDo() {
  const outings = useQuery(localEventsQuery(useFamilyClock().day));
  return (
    <Section title="Things To Do">
      <Loaded of={outings} name="things to do" bones={bones}>
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
    </Section>
  );
}
