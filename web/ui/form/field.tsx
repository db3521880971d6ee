import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./field.module.css";

export interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** What a control needs to be tied to its label, its hint and its error. */
export interface ControlProps {
  id: string;
  className: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

export const ErrorText = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.error} id={id}>
    <Icon of={CircleAlert} /> {children}
  </p>
);

interface FieldProps extends FieldWords {
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a hint, one control and what is wrong with it. */
export function Field({ id: givenId, label, hint, error, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <div className={classNames(styles.field, error !== undefined && styles.wrong)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: classNames(styles.input),
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error !== undefined && { "aria-invalid": true }),
      })}
      {error !== undefined && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}
