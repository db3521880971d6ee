import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { puzzleSkeleton } from "./puzzle-skeleton.tsx";
import { todaysPuzzleQuery } from "./queries.ts";
import { Question } from "./question.tsx";

export function TodaysPuzzle() {
  const today = useFamilyClock();
  const puzzle = useQuery(todaysPuzzleQuery(today));
  return (
    <Loaded of={puzzle} name="today's puzzle" skeleton={puzzleSkeleton}>
      {(shown) =>
        shown ? (
          <Question key={`${today.day} ${shown.id} ${shown.question}`} puzzle={shown} />
        ) : (
          <Empty title="No puzzle available today" detail="There may be a new one tomorrow." />
        )
      }
    </Loaded>
  );
}
