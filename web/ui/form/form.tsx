import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Note } from "#web/ui/surface/note.tsx";
import { TallLink } from "../action/link.tsx";
import { Stack } from "../layout/layout.tsx";
import styles from "./form.module.css";
import type { FieldError } from "./form-errors.ts";

/** The part of `useSchemaForm`'s result that the form needs. */
interface Submission {
  attempts: number;
  wrong: FieldError[];
  failure: string | undefined;
  idOf: (name: string) => string;
  focus: (name: string) => unknown;
  submit: () => Promise<void>;
}

const counts = ["", "One thing needs", "Two things need", "Three things need", "Four things need"];
const attention = (count: number) => `${counts[count] ?? "Some things need"} your attention`;

interface FormProps {
  of: Submission;
  children: ReactNode;
}

/** A single wrong field takes the focus. Several are listed in a summary with links. */
export function Form({ of: form, children }: FormProps) {
  const summary = useRef<HTMLDivElement>(null);
  const latest = useRef(form);
  latest.current = form;

  useEffect(() => {
    const [first, ...others] = latest.current.wrong;
    if (form.attempts === 0) return;
    if (first && others.length === 0) latest.current.focus(first.name);
    else summary.current?.focus();
  }, [form.attempts]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {form.failure && <Note kind="danger" ref={summary} isAlert title={form.failure} />}
      {form.wrong.length > 1 && (
        <Note kind="danger" ref={summary} isAlert title={attention(form.wrong.length)}>
          <Stack as="ul" gap={12}>
            {form.wrong.map(({ name, message }) => (
              <li key={name}>
                <TallLink href={`#${form.idOf(name)}`} onClick={() => form.focus(name)}>
                  {message}
                </TallLink>
              </li>
            ))}
          </Stack>
        </Note>
      )}
      {children}
    </form>
  );
}

/** Separates two ways to continue. */
export const Or = ({ children = "or" }: { children?: ReactNode }) => <p className={styles.or}>{children}</p>;
