import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { puzzleBones } from "./puzzle-bones.tsx";
import { todaysPuzzleQuery } from "./queries.ts";
import { Question } from "./question.tsx";

export function TodaysPuzzle() {
  const { day } = useFamilyClock();
  const puzzle = useQuery(todaysPuzzleQuery(day));
  return (
    <Loaded of={puzzle} name="today's puzzle" bones={puzzleBones}>
      {(today) =>
        today ? (
          <Question key={`${day} ${today.id} ${today.question}`} puzzle={today} />
        ) : (
          <Empty title="No puzzle available today" detail="There may be a new one tomorrow." />
        )
      }
    </Loaded>
  );
}
