import type { ListedPuzzle } from "#contract/puzzles.ts";
import { SavedSwitch } from "#web/ui/form/saved-switch.tsx";
import { Actions, Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { monthAndDay, weekday } from "#web/ui/time/clock.ts";
import { shortDate } from "#web/ui/time/dates.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { DeletePuzzle } from "./delete-puzzle.tsx";
import { Failure, sayFailure } from "./failure.tsx";
import { useSwitchPuzzle } from "./own-puzzles.ts";

interface PuzzleRowProps {
  puzzle: ListedPuzzle;
  /** Today, where the family lives. */
  day: string;
  onDeleted: () => void;
}

function Turn({ puzzle: { nextOn }, day }: PuzzleRowProps) {
  if (nextOn === null) return <Quiet>Not shown</Quiet>;
  if (nextOn === day)
    return (
      <p>
        <Badge kind="success">Shown today</Badge>
      </p>
    );
  return (
    <p>
      Next on {weekday(nextOn)}, {monthAndDay(nextOn)}
    </p>
  );
}

const failed = "Error updating puzzle";

/** A puzzle with its turn, and what one can do with it. */
export function PuzzleRow(props: PuzzleRowProps) {
  const { id, question, options, correctAnswer, isActive, date } = props.puzzle;
  const { mutateAsync: change, error } = useSwitchPuzzle(id);
  const save = (isOn: boolean) =>
    change(isOn).then(
      () => toast({ title: "Puzzle updated" }),
      (reason: unknown) => sayFailure(failed, reason),
    );
  return (
    <li>
      <Row>
        <Stack gap={4}>
          <h3>{question}</h3>
          <p>Answer: {correctAnswer}</p>
          <Quiet>
            {options.length} options, added <time dateTime={date}>{shortDate(date)}</time>
          </Quiet>
          <Turn {...props} />
        </Stack>
        <Actions>
          <SavedSwitch
            isInline
            label={
              <>
                Active<Hidden>: {question}</Hidden>
              </>
            }
            isOn={isActive}
            save={save}
          />
          <DeletePuzzle puzzle={props.puzzle} onDeleted={props.onDeleted} />
        </Actions>
      </Row>
      <Failure title={failed} error={error} />
    </li>
  );
}
