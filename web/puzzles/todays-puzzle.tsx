import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { puzzleBones } from "./puzzle-bones.tsx";
import { todaysPuzzleQuery } from "./queries.ts";
import { Question } from "./question.tsx";

export function TodaysPuzzle() {
  const today = useFamilyClock();
  const puzzle = useQuery(todaysPuzzleQuery(today));
  return (
    <Loaded of={puzzle} name="today's puzzle" bones={puzzleBones}>
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
