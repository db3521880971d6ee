import { usePrefetchQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { lazyNamed } from "#web/ui/page/lazy-named.ts";
import { Failed } from "#web/ui/state/failed.tsx";
import { Loading } from "#web/ui/state/loading.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { puzzleBones } from "./puzzle-bones.tsx";
import { todaysPuzzleQuery } from "./queries.ts";

const reload = () => location.reload();

const NotLoaded = () => <Failed title="Today's puzzle could not be loaded" onRetry={reload} />;

/** In a file of its own, so that home comes sooner. */
const TodaysPuzzle = lazyNamed(
  () => import("./todays-puzzle.tsx").catch(() => ({ TodaysPuzzle: NotLoaded })),
  "TodaysPuzzle",
);

export function DailyPuzzle() {
  usePrefetchQuery(todaysPuzzleQuery(useFamilyClock().day));
  const loading = (
    <Loading label="Loading today's puzzle" onRetry={reload}>
      {puzzleBones}
    </Loading>
  );
  return (
    <Panel title="Daily Puzzle">
      <Suspense fallback={loading}>
        <TodaysPuzzle />
      </Suspense>
    </Panel>
  );
}
