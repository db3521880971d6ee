import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./option.module.css";

interface OptionProps extends ComponentPropsWithRef<"button"> {
  icon?: LucideIcon;
  isBusy?: boolean;
}

/** A whole row to tap: an answer, a phrase. */
export function Option({ icon, isBusy = false, children, onClick, ...rest }: OptionProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.option}
      onClick={isBusy ? undefined : onClick}
      aria-busy={isBusy || undefined}
    >
      <span>{children}</span>
      {icon && <Icon of={icon} />}
    </button>
  );
}

interface MoreOptionProps {
  label: string;
  children: ReactNode;
}

/** The last row, which opens to show a form. */
export const MoreOption = ({ label, children }: MoreOptionProps) => (
  <details className={styles.more}>
    <summary className={styles.option}>
      <span>{label}</span>
      <Icon of={ChevronDown} />
    </summary>
    {children}
  </details>
);
