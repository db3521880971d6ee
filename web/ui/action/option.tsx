import { ChevronDown, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../picture/icon.tsx";
import styles from "./action.module.css";
import { BareButton } from "./button.tsx";

interface OptionProps extends ComponentProps<typeof BareButton> {
  icon?: LucideIcon;
}

/** A row to tap, such as an answer or a phrase. */
export const Option = ({ icon, children, ...rest }: OptionProps) => (
  <BareButton {...rest} className={styles.option}>
    <span>{children}</span>
    {icon && <Icon of={icon} />}
  </BareButton>
);

interface MoreOptionProps {
  label: ReactNode;
  onOpen?: () => void;
  children: ReactNode;
}

const focusField = (form: HTMLElement) => form.querySelector<HTMLElement>("textarea, input")?.focus();

/** A row that opens something: a form, whose first field takes the focus, or a card. */
export const MoreOption = ({ label, onOpen, children }: MoreOptionProps) => (
  <details
    className={styles.more}
    onToggle={({ currentTarget }) => {
      if (!currentTarget.open) return;
      onOpen?.();
      focusField(currentTarget);
    }}
  >
    <summary className={styles.option}>
      <span>{label}</span>
      <Icon of={ChevronDown} />
    </summary>
    {children}
  </details>
);

interface LockedOptionProps {
  state?: "right" | "wrong";
  /** The label of the mark, such as "Correct". */
  mark?: string;
  children: ReactNode;
}

/** A row that can no longer be chosen. */
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
