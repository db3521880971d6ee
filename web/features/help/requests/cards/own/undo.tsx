import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import styles from "../cards.module.css";
import type { OwnActions } from "./own-actions.ts";
import { type UndoAction, useUndoOffer } from "./undo-offers.ts";

interface UndoProps {
  requestId: number;
  act: UndoAction;
  /** Whether it is too late, because somebody is already helping. */
  isPast?: boolean;
  actions: OwnActions;
}

/** Shown for ten seconds, and longer while it has the focus. */
export function Undo({ requestId, act, isPast = false, actions }: UndoProps) {
  const isOffered = useUndoOffer(requestId, act) && !isPast;
  const [wasOffered, setOffered] = useState(isOffered);
  const [hasFocus, setFocus] = useState(false);
  if (isOffered && !wasOffered) setOffered(true);
  if (!wasOffered) return null;
  return (
    <Button
      className={isOffered || hasFocus ? undefined : styles.gone}
      variant="quiet"
      icon={Undo2}
      isBusy={actions.isBusy}
      onClick={() => actions.act(act)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      Undo
    </Button>
  );
}
