import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../action/button.tsx";
import { classNames } from "../class-names.ts";
import { Actions } from "../layout/layout.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  /** Whether it fills the screen. */
  isWhole?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Open while it is rendered. Escape asks to close it. */
export function Dialog({ title, isWhole = false, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isWhole && styles.whole)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmationProps {
  title: string;
  detail?: string;
  /** Choices above the buttons. */
  children?: ReactNode;
  /** The label of the button that confirms. */
  confirmLabel: string;
  icon?: LucideIcon;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is deleted. The safe choice comes first. */
export const Confirmation = (props: ConfirmationProps) => (
  <Dialog title={props.title} onClose={props.onCancel}>
    {props.detail && <p>{props.detail}</p>}
    {props.children}
    <Actions>
      {/* An `onCancel` that takes something optional must not get the click event. */}
      <Button onClick={() => props.onCancel()}>Cancel</Button>
      <Button
        variant="danger"
        {...(props.icon && { icon: props.icon })}
        isBusy={props.isBusy ?? false}
        onClick={props.onConfirm}
      >
        {props.confirmLabel}
      </Button>
    </Actions>
  </Dialog>
);
