import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, RotateCcw, Users } from "lucide-react";
import { useId, useRef, useState } from "react";
import { callName } from "#contract/call-name.ts";
import { isRightAnswer } from "#contract/puzzle-answer.ts";
import type { TodaysPuzzle } from "#contract/puzzles.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LockedOption, Option } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Lead } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import styles from "./daily-puzzle.module.css";
import { todaysPuzzleQuery, usePuzzleAnswer } from "./queries.ts";

const names = new Intl.ListFormat("en-US");

/** The person's streak, and the grandparents who solved today's puzzle. */
function Streak({ puzzle: { daysInARow, solvedBy } }: { puzzle: TodaysPuzzle }) {
  const family = useFamily();
  const solvers = solvedBy.map((name) => callName(name, family?.name ?? ""));
  return (
    <>
      {daysInARow > 1 && (
        <p className={styles.streak}>
          <Icon of={CalendarCheck} /> You have solved {daysInARow} days in a row
        </p>
      )}
      {solvers.length > 0 && (
        <p className={styles.streak}>
          <Icon of={Users} /> {names.format(solvers)} solved today's puzzle
        </p>
      )}
    </>
  );
}

const verdict = (isRight: boolean, correctAnswer: string) =>
  isRight
    ? { title: "Correct!", description: "Great job! You got it right." }
    : { title: "Incorrect", description: `The correct answer is: ${correctAnswer}` };

interface AnsweredProps {
  option: string;
  answer: string;
  isRight: boolean;
}

function Answered({ option, answer, isRight }: AnsweredProps) {
  if (isRight)
    return (
      <LockedOption state="right" mark={option === answer ? "Correct!" : "Correct answer"}>
        {option}
      </LockedOption>
    );
  if (option === answer)
    return (
      <LockedOption state="wrong" mark="Your answer">
        {option}
      </LockedOption>
    );
  return <LockedOption>{option}</LockedOption>;
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

interface OutcomeProps {
  isRight: boolean;
  correctAnswer: string;
  /** Says why a right answer was not counted. */
  failure: string | undefined;
  /** Whether it replaces the answer that had the focus. */
  takesFocus: boolean;
}

/** Repeats on the page what the toast said. */
function Outcome({ isRight, correctAnswer, failure, takesFocus }: OutcomeProps) {
  const { title, description } = verdict(isRight, correctAnswer);
  return (
    <>
      <p tabIndex={-1} ref={takesFocus ? takeFocus : null}>
        <b>{isRight ? title : `${title}.`}</b> {description}
      </p>
      {isRight && failure && (
        <Note kind="warn" title="This was not counted">
          <p>{failure}</p>
        </Note>
      )}
    </>
  );
}

/** The puzzle. Once answered, the options are locked and show which one is right. */
function Question({ puzzle }: { puzzle: TodaysPuzzle }) {
  const { question, options, correctAnswer, hasSolvedToday } = puzzle;
  // Undefined until something is pressed here, null to try again.
  const [pressed, setPressed] = useState<string | null>();
  const { send, forget, failure } = usePuzzleAnswer(puzzle.id);
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const answer = pressed === undefined && hasSolvedToday ? correctAnswer : pressed;
  const isRight = Boolean(answer) && isRightAnswer(answer ?? "", puzzle);
  // A right answer is done, unless it did not reach the server.
  const canTryAgain = Boolean(answer) && (!isRight || failure !== undefined);
  const choose = (option: string) => {
    setPressed(option);
    toast(verdict(isRightAnswer(option, puzzle), correctAnswer));
    send(option);
  };
  const tryAgain = () => {
    setPressed(null);
    forget();
    group.current?.focus({ preventScroll: true });
  };
  return (
    <Stack>
      <div id={id}>
        <Lead>{question}</Lead>
      </div>
      <fieldset className={styles.options} aria-labelledby={id} tabIndex={-1} ref={group}>
        {options.map((option) =>
          answer ? (
            <Answered key={option} option={option} answer={answer} isRight={isRightAnswer(option, puzzle)} />
          ) : (
            <Option key={option} onClick={() => choose(option)}>
              {option}
            </Option>
          ),
        )}
      </fieldset>
      {answer && (
        <Outcome
          isRight={isRight}
          correctAnswer={correctAnswer}
          failure={failure}
          takesFocus={pressed === answer && !canTryAgain}
        />
      )}
      {canTryAgain && (
        <Button ref={takeFocus} icon={RotateCcw} isStart onClick={tryAgain}>
          Try Again
        </Button>
      )}
      <Streak puzzle={puzzle} />
    </Stack>
  );
}

/** The height of most puzzles: two lines of question and four answers. */
const puzzleSkeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="line" />
    <SkeletonRows count={4} />
  </>
);

/** The puzzle of the day, on home. */
export function DailyPuzzle() {
  const today = useFamilyClock();
  const puzzle = useQuery(todaysPuzzleQuery(today));
  return (
    <Panel title="Daily Puzzle">
      <Loaded of={puzzle} name="today's puzzle" skeleton={puzzleSkeleton}>
        {(shown) =>
          shown ? (
            <Question key={`${today.day} ${shown.id} ${shown.question}`} puzzle={shown} />
          ) : (
            <Empty title="No puzzle available today" detail="There may be a new one tomorrow." />
          )
        }
      </Loaded>
    </Panel>
  );
}
