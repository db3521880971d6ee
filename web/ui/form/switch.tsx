import { type ComponentProps, type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { classNames } from "../class-names.ts";
import { type ErrorWords, toastError } from "../toast/toast-error.ts";
import styles from "./form.module.css";

interface SwitchProps extends ComponentPropsWithRef<"input"> {
  label: ReactNode;
  /** Sits among the buttons of a row. */
  isInline?: boolean;
}

/** A switch that shows "On" or "Off". */
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

interface SavedSwitchProps extends Omit<ComponentProps<typeof Switch>, "checked" | "onChange"> {
  isOn: boolean;
  /** While it is pending, the switch shows the pressed state. */
  save: (isOn: boolean) => Promise<unknown>;
  /** What a toast says if that fails. */
  failed?: ErrorWords;
}

const notSaved: ErrorWords = { title: "Not saved", otherwise: "Please try again." };

/** A switch that saves with each press. */
export function SavedSwitch({ isOn, save, failed = notSaved, ...rest }: SavedSwitchProps) {
  const [pressed, setPressed] = useState<boolean>();
  const press = async (next: boolean) => {
    setPressed(next);
    await save(next).catch((error: unknown) => toastError(error, failed));
    setPressed((latest) => (latest === next ? undefined : latest));
  };
  return <Switch {...rest} checked={pressed ?? isOn} onChange={({ target }) => void press(target.checked)} />;
}
