import { usePrefetchQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { puzzleSkeleton } from "./puzzle-skeleton.tsx";
import { todaysPuzzleQuery } from "./queries.ts";

const TodaysPuzzle = lazyPart(() => import("./todays-puzzle.tsx"), "TodaysPuzzle", {
  title: "today's puzzle",
  skeleton: puzzleSkeleton,
});

export function DailyPuzzle() {
  usePrefetchQuery(todaysPuzzleQuery(useFamilyClock()));
  return (
    <Panel title="Daily Puzzle">
      <TodaysPuzzle />
    </Panel>
  );
}
