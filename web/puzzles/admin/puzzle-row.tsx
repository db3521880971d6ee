import type { ListedPuzzle } from "#contract/puzzles.ts";
import { messageOf } from "#web/api/call.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions, Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { monthAndDay, shortDate, weekday } from "#web/ui/time/clock.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { DeletePuzzle } from "./delete-puzzle.tsx";
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

const failed = { title: "Error updating puzzle", otherwise: "An unexpected error occurred" };

/** A puzzle with its turn, and what one can do with it. */
export function PuzzleRow(props: PuzzleRowProps) {
  const { id, question, options, correctAnswer, isActive, date } = props.puzzle;
  const { mutateAsync: change, variables, isPending, error } = useSwitchPuzzle(id);
  const press = (isOn: boolean) =>
    change(isOn).then(
      () => toast({ title: "Puzzle updated" }),
      (reason: unknown) => refusalOf(reason, failed),
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
          <Switch
            isInline
            label={
              <>
                Active<Hidden>: {question}</Hidden>
              </>
            }
            checked={isPending ? variables : isActive}
            onChange={({ target }) => press(target.checked)}
          />
          <DeletePuzzle puzzle={props.puzzle} onDeleted={props.onDeleted} />
        </Actions>
      </Row>
      {error && (
        <Note kind="danger" title={failed.title}>
          <p>{messageOf(error, failed.otherwise)}</p>
        </Note>
      )}
    </li>
  );
}
