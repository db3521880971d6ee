import { useQuery } from "@tanstack/react-query";
import { ownWaysQuery } from "#web/reachability/queries.ts";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { WaysList } from "./ways-list.tsx";

/** The ways by which one is told, and whether they work. */
export function OwnWays() {
  const ways = useQuery(ownWaysQuery);
  return (
    <Loaded of={ways} name="your contact methods" skeleton={<Skeleton shape="row" />}>
      {(ways) =>
        ways.length > 0 ? (
          <WaysList ways={ways} />
        ) : (
          <Note kind="warn" title="No message can reach you yet.">
            <p>Add your phone number, or turn on messages on this device.</p>
          </Note>
        )
      }
    </Loaded>
  );
}
