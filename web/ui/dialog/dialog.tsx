import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Open for as long as it is rendered; Escape asks to close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
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
      className={styles.dialog}
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
