import { useInfiniteQuery } from "@tanstack/react-query";
import type { Activity } from "#contract/activity.ts";
import { useFamily } from "#web/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { wallClock } from "#web/ui/time/clock.ts";
import { shortDay } from "#web/ui/time/dates.ts";
import { WallTime } from "#web/ui/time/times.tsx";
import { activitySkeleton } from "./activity-skeleton.tsx";
import { activityWords } from "./activity-words.ts";
import { activityQuery } from "./queries.ts";

/** "Nov 20, 2026, 8:05 AM", on the clock of the family. */
function When({ at, timeZone }: { at: string; timeZone: string }) {
  const { day, time } = wallClock(Date.parse(at), timeZone);
  return (
    <Quiet>
      <time dateTime={at}>{shortDay(day)}</time>, <WallTime time={time} />
    </Quiet>
  );
}

interface LinesProps {
  activity: Activity[];
  timeZone: string;
}

const Lines = ({ activity, timeZone }: LinesProps) =>
  activity.length === 0 ? (
    <Empty title="Nothing here yet." />
  ) : (
    <Rows isTight>
      {activity.map(({ id, at, ...done }) => (
        <li key={id}>
          <p>{activityWords(done)}</p>
          <When at={at} timeZone={timeZone} />
        </li>
      ))}
    </Rows>
  );

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Who changed what, and when, the newest first. */
export function ActivityList() {
  const list = useInfiniteQuery(activityQuery);
  const timeZone = useFamily()?.timeZone;
  const isPaged = (list.data?.pages.length ?? 0) > 1;
  return (
    <>
      <Loaded of={list} name="the activity" skeleton={activitySkeleton}>
        {({ pages }) =>
          timeZone && <Lines activity={pages.flatMap(({ activity }) => activity)} timeZone={timeZone} />
        }
      </Loaded>
      {list.hasNextPage && (
        <Button
          isStart
          isBusy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {isPaged && !list.hasNextPage && (
        <p tabIndex={-1} ref={takeFocus}>
          That's everything from the last 12 months.
        </p>
      )}
    </>
  );
}
