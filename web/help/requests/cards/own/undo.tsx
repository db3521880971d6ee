import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import styles from "../cards.module.css";
import type { Act, Acting } from "./own-actions.ts";
import { useUndoOffer } from "./undo-offers.ts";

interface UndoProps {
  requestId: number;
  /** cancel: of what was sent. undo: of its end. */
  act: Act & ("cancel" | "undo");
  /** It is too late: somebody helps. */
  isPast?: boolean;
  acting: Acting;
}

/** For ten seconds, and for as long as it has the focus: it never goes away under a finger that has come to it. */
export function Undo({ requestId, act, isPast = false, acting }: UndoProps) {
  const isOffered = useUndoOffer(requestId) && !isPast;
  const [wasOffered, setOffered] = useState(isOffered);
  const [hasFocus, setFocus] = useState(false);
  if (isOffered && !wasOffered) setOffered(true);
  if (!wasOffered) return null;
  return (
    <Button
      className={isOffered || hasFocus ? undefined : styles.gone}
      variant="quiet"
      icon={Undo2}
      isBusy={acting.isBusy}
      onClick={() => acting.act(act)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      Undo
    </Button>
  );
}
