import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./field.module.css";
import { Field, type FieldWords } from "./field.tsx";

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
