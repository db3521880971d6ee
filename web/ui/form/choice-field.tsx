import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Row } from "../layout/layout.tsx";
import { ErrorText, type FieldWords } from "./field.tsx";
import styles from "./form.module.css";

export interface Choice {
  value: string;
  label: ReactNode;
  detail?: ReactNode;
  /** An action next to the choice. */
  action?: ReactNode;
}

interface ChoiceFieldProps extends FieldWords, ComponentPropsWithRef<"input"> {
  choices: readonly Choice[];
  /** Puts short choices next to each other. */
  isInRow?: boolean;
  /** Allows several choices. */
  isMany?: boolean;
  /** The chosen values. Without it, the form keeps them. */
  chosen?: readonly string[] | undefined;
}

const ChoiceRow = ({ action, children }: Pick<Choice, "action"> & { children: ReactNode }) =>
  action ? (
    <Row isTight>
      {children}
      {action}
    </Row>
  ) : (
    children
  );

/** Native radios or checkboxes, with the whole row as their target. */
export function ChoiceField({
  id: givenId,
  label,
  hint,
  error,
  choices,
  isInRow,
  isMany = false,
  chosen,
  ...input
}: ChoiceFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <fieldset
      className={classNames(error !== undefined && styles.wrong)}
      aria-describedby={describedBy || undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={classNames(styles.choices, isInRow && styles["in-row"])}>
        {choices.map((one, index) => (
          <ChoiceRow key={one.value} action={one.action}>
            <label className={styles.choice}>
              <input
                {...input}
                {...(input.value !== undefined && { checked: input.value === one.value })}
                {...(chosen && { checked: chosen.includes(one.value) })}
                type={isMany ? "checkbox" : "radio"}
                id={index === 0 ? id : undefined}
                value={one.value}
              />
              {one.detail ? (
                <span>
                  <b>{one.label}</b> {one.detail}
                </span>
              ) : (
                one.label
              )}
            </label>
          </ChoiceRow>
        ))}
      </div>
      {error !== undefined && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  );
}
