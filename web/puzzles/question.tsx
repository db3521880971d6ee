import { RotateCcw } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { Puzzle } from "#contract/puzzles.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LockedOption, Option } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Lead } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import styles from "./question.module.css";

const verdict = (isRight: boolean, correctAnswer: string) =>
  isRight
    ? { title: "Correct!", description: "Great job! You got it right." }
    : { title: "Incorrect", description: `The correct answer is: ${correctAnswer}` };

interface AnsweredProps {
  option: string;
  answer: string;
  correctAnswer: string;
}

function Answered({ option, answer, correctAnswer }: AnsweredProps) {
  if (option === correctAnswer)
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

const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** Unanswered, then answered: the options are locked and show what was right. */
export function Question({ puzzle: { question, options, correctAnswer } }: { puzzle: Puzzle }) {
  const [answer, setAnswer] = useState<string>();
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const choose = (option: string) => {
    setAnswer(option);
    const isRight = option === correctAnswer;
    toast({ ...verdict(isRight, correctAnswer), variant: isRight ? "default" : "destructive" });
  };
  const tryAgain = () => {
    setAnswer(undefined);
    group.current?.focus({ preventScroll: true });
  };
  const words = answer !== undefined && verdict(answer === correctAnswer, correctAnswer);
  return (
    <Stack>
      <div id={id}>
        <Lead>{question}</Lead>
      </div>
      <fieldset className={styles.options} aria-labelledby={id} tabIndex={-1} ref={group}>
        {options.map((option) =>
          answer === undefined ? (
            <Option key={option} onClick={() => choose(option)}>
              {option}
            </Option>
          ) : (
            <Answered key={option} option={option} answer={answer} correctAnswer={correctAnswer} />
          ),
        )}
      </fieldset>
      {words && (
        <>
          <p>
            <b>{answer === correctAnswer ? words.title : `${words.title}.`}</b> {words.description}
          </p>
          <Button ref={takeFocus} icon={RotateCcw} isStart onClick={tryAgain}>
            Try Again
          </Button>
        </>
      )}
    </Stack>
  );
}
