import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Bone } from "#web/ui/state/loading.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { todaysPuzzleQuery } from "./queries.ts";
import { Question } from "./question.tsx";

const bones = (
  <>
    <Bone shape="line" />
    <Bone shape="row" />
    <Bone shape="row" />
    <Bone shape="row" />
  </>
);

export function DailyPuzzle() {
  const puzzle = useQuery(todaysPuzzleQuery(useFamilyClock().day));
  return (
    <Panel title="Daily Puzzle">
      <Loaded of={puzzle} name="today's puzzle" bones={bones}>
        {(today) =>
          today ? (
            <Question key={`${today.id} ${today.question}`} puzzle={today} />
          ) : (
            <Empty title="No puzzle available today" detail="There may be a new one tomorrow." />
          )
        }
      </Loaded>
    </Panel>
  );
}
