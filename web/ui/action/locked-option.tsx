import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./option.module.css";

interface LockedOptionProps {
  state?: "right" | "wrong";
  /** What stands beside the mark, such as "Correct". */
  mark?: string;
  children: ReactNode;
}

/** The row of an option when there is nothing to choose any more. */
export function LockedOption({ state, mark, children }: LockedOptionProps) {
  return (
    <p className={classNames(styles.option, state && styles[state])}>
      <span>{children}</span>
      {mark && (
        <span className={styles.mark}>
          {state && <Icon of={state === "right" ? CircleCheck : CircleX} />} {mark}
        </span>
      )}
    </p>
  );
}
