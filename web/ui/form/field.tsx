import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../picture/icon.tsx";
import styles from "./form.module.css";

export interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** As a ref, it moves the focus to the field in an element that replaces the control that had it. */
export const focusField = (place: HTMLElement | null): void => place?.querySelector("input")?.focus();

/** The attributes that tie a control to its label, hint and error. */
interface ControlProps {
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

/** A label, a hint, one control and its error. */
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

interface TextFieldProps extends FieldWords, ComponentPropsWithRef<"input"> {
  /** Large and letter-spaced, for the code of a text message. */
  isCode?: boolean;
}

export const TextField = ({ id, label, hint, error, isCode = false, ...input }: TextFieldProps) => (
  <Field id={id} label={label} hint={hint} error={error}>
    {(control) => (
      <input {...input} {...control} className={classNames(control.className, isCode && styles.code)} />
    )}
  </Field>
);

type TextAreaFieldProps = FieldWords & ComponentPropsWithRef<"textarea">;

export const TextAreaField = ({ id, label, hint, error, ...area }: TextAreaFieldProps) => (
  <Field id={id} label={label} hint={hint} error={error}>
    {(control) => <textarea {...area} {...control} />}
  </Field>
);

type SelectFieldProps = FieldWords & ComponentPropsWithRef<"select">;

/** `children` are `<option>` elements. */
export const SelectField = ({ id, label, hint, error, children, ...select }: SelectFieldProps) => (
  <Field id={id} label={label} hint={hint} error={error}>
    {(control) => (
      <div className={styles.select}>
        <select {...select} {...control}>
          {children}
        </select>
        <Icon of={ChevronDown} />
      </div>
    )}
  </Field>
);
