import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./switch.module.css";

interface SwitchProps extends ComponentPropsWithRef<"input"> {
  label: ReactNode;
  /** Among the buttons of a row. */
  isInline?: boolean;
}

/** On or off, and it says which. */
export const Switch = ({ label, isInline = false, ...input }: SwitchProps) => (
  <label className={classNames(styles.switch, isInline && styles.inline)}>
    <span>{label}</span>
    <span className={styles.set}>
      <span className={styles.state} aria-hidden="true" />
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state by itself */}
      <input {...input} type="checkbox" role="switch" />
    </span>
  </label>
);
