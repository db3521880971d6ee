import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { ListedPuzzle, Puzzle } from "#contract/puzzles.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Actions, Columns, Row, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ownPuzzlesQuery, useDeletePuzzle, useSwitchLibrary, useSwitchPuzzle } from "../queries.ts";
import { NewPuzzleForm } from "./new-puzzle-form.tsx";

interface DeletePuzzleProps {
  puzzle: Puzzle;
  onDeleted: () => void;
}

const notDeleted = { title: "Error deleting puzzle", otherwise: "An unexpected error occurred" };

const DeletePuzzle = ({ puzzle: { id, question }, onDeleted }: DeletePuzzleProps) => (
  <Removal
    by={useDeletePuzzle(id)}
    of={`puzzle: ${question}`}
    label="Delete"
    busyLabel="Deleting..."
    question="Are you sure you want to delete this puzzle?"
    detail={question}
    done="Puzzle deleted"
    failed={notDeleted}
    onDone={onDeleted}
  />
);

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

const notUpdated = { title: "Error updating puzzle", otherwise: "An unexpected error occurred" };

/** A puzzle with its turn and its actions. */
function PuzzleRow(props: PuzzleRowProps) {
  const { id, question, options, correctAnswer, isActive, date } = props.puzzle;
  const { mutateAsync: change, error } = useSwitchPuzzle(id);
  const timeZone = useFamily()?.timeZone;
  const save = (isOn: boolean) => change(isOn).then(() => toast({ title: "Puzzle updated" }));
  return (
    <li>
      <Row>
        <Stack gap={4}>
          <h3>{question}</h3>
          <p>Answer: {correctAnswer}</p>
          <Quiet>
            {options.length} options, added <ShortDate at={date} timeZone={timeZone} />
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
            failed={notUpdated}
          />
          <DeletePuzzle puzzle={props.puzzle} onDeleted={props.onDeleted} />
        </Actions>
      </Row>
      <ErrorMessage {...notUpdated} error={error} />
    </li>
  );
}

interface PuzzleListProps {
  puzzles: ListedPuzzle[];
  /** Today, in the family's time zone. */
  day: string;
}

function PuzzleList({ puzzles, day }: PuzzleListProps) {
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

const notSaved = { title: "Error saving settings", otherwise: "An unexpected error occurred" };

function LibrarySwitch() {
  const family = useFamily();
  const { mutateAsync: change, error } = useSwitchLibrary();
  const save = (isOn: boolean) => change(isOn).then(() => toast({ title: "Settings saved" }));
  return (
    <Section title="Porchlight's puzzles">
      <p>On days without a puzzle of yours, we can show one of ours.</p>
      <SavedSwitch
        label="Use Porchlight's puzzles"
        isOn={family?.puzzleLibrary ?? true}
        disabled={!family}
        save={save}
        failed={notSaved}
      />
      <ErrorMessage {...notSaved} error={error} />
    </Section>
  );
}

const skeleton = (
  <>
    <Skeleton shape="tile" />
    <Skeleton shape="tile" />
  </>
);

/** The tab with the family's puzzles. */
export function PuzzlesTab() {
  const { day } = useFamilyClock();
  const puzzles = useQuery(ownPuzzlesQuery(day));
  if (isForbidden(puzzles.error))
    return (
      <AccessDenied title="Puzzles">
        The people who look after your family's page can change its puzzles.
      </AccessDenied>
    );
  return (
    <Columns>
      <Stack gap={48}>
        <Section title="Puzzles">
          <Loaded of={puzzles} name="the puzzles" skeleton={skeleton}>
            {(list) => <PuzzleList puzzles={list} day={day} />}
          </Loaded>
        </Section>
        <LibrarySwitch />
      </Stack>
      <NewPuzzleForm />
    </Columns>
  );
}
