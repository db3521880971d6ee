import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { Activity } from "#contract/activity.ts";
import { shortDay } from "#contract/time-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { Rows } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { wallClock } from "#web/ui/time/clock.ts";
import { WallTime } from "#web/ui/time/times.tsx";
import { activityWords } from "./activity-words.ts";

const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === 0 ? undefined : String(pageParam);
    return call("GET /api/activity", { query: { before } }, signal);
  },
  initialPageParam: 0,
  getNextPageParam: ({ activity, hasOlder }) => (hasOlder ? activity.at(-1)?.id : undefined),
});

/** "Nov 20, 2026, 8:05 AM" in the family's time zone. */
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

/** Lists who changed what and when, newest first. */
export function ActivityList() {
  const list = useInfiniteQuery(activityQuery);
  const timeZone = useFamily()?.timeZone;
  return (
    <>
      <Loaded of={list} name="the activity" skeleton={<SkeletonRows count={3} />}>
        {({ pages }) =>
          timeZone && <Lines activity={pages.flatMap(({ activity }) => activity)} timeZone={timeZone} />
        }
      </Loaded>
      <Pager of={list} label="Show more" end="That's everything from the last 12 months." />
    </>
  );
}
