import { Check, RotateCcw } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import styles from "../cards.module.css";
import type { OwnActions } from "./own-actions.ts";

interface WasItKeptProps {
  actions: OwnActions;
  /** The element with the question. */
  questionId: string;
}

/** The sender's answers to whether the helper called or came as they had said. */
export function WasItKept({ actions, questionId }: WasItKeptProps) {
  const answer = { "aria-describedby": questionId, isBusy: actions.isBusy };
  return (
    <div className={styles.answers}>
      <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("kept")}>
        Yes
      </Button>
      <Button {...answer} icon={RotateCcw} onClick={() => actions.act("missed")}>
        Not yet
      </Button>
    </div>
  );
}
