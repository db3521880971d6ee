import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { ListedPuzzle, Puzzle } from "#contract/puzzles.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Actions, Row, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { shortDate } from "#web/ui/time/clock.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { Failure, sayFailure } from "./failure.tsx";
import { useDeletePuzzle, useSwitchPuzzle } from "./own-puzzles.ts";

interface DeletePuzzleProps {
  puzzle: Puzzle;
  onDeleted: () => void;
}

const notDeleted = "Error deleting puzzle";

function DeletePuzzle({ puzzle: { id, question }, onDeleted }: DeletePuzzleProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = useDeletePuzzle(id);
  const deleted = () => {
    toast({ title: "Puzzle deleted" });
    onDeleted();
  };
  const confirm = () => {
    setAsking(false);
    remove().then(deleted, (reason: unknown) => sayFailure(notDeleted, reason));
  };
  return (
    <>
      <Button variant="danger" icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {isPending ? "Deleting..." : "Delete"}
        <Hidden> puzzle: {question}</Hidden>
      </Button>
      <Failure title={notDeleted} error={error} />
      {isAsking && (
        <Confirmation
          title="Are you sure you want to delete this puzzle?"
          detail={question}
          confirmLabel="Delete"
          icon={Trash2}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface PuzzleRowProps {
  puzzle: ListedPuzzle;
  /** Today, in the family's time zone. */
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

/** A puzzle with its turn and its actions. */
function PuzzleRow(props: PuzzleRowProps) {
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

interface PuzzleListProps {
  puzzles: ListedPuzzle[];
  /** Today, in the family's time zone. */
  day: string;
}

export function PuzzleList({ puzzles, day }: PuzzleListProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    // The list takes the focus when the row that had it is deleted.
    <div ref={list} tabIndex={-1}>
      {puzzles.length > 0 ? (
        <Rows>
          {puzzles.map((puzzle) => (
            <PuzzleRow
              key={puzzle.id}
              puzzle={puzzle}
              day={day}
              onDeleted={() => list.current?.focus({ preventScroll: true })}
            />
          ))}
        </Rows>
      ) : (
        <Empty
          title="You have no puzzles of your own yet."
          detail="Write the first one under “New puzzle”."
        />
      )}
    </div>
  );
}
