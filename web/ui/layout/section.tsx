import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

interface SectionProps {
  title: ReactNode;
  /** Spoken when its content changes. */
  isStatus?: boolean;
  children: ReactNode;
}

/** A part of a page, set apart by a pine rule and named by its heading. */
export function Section({ title, isStatus = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} {...(isStatus && { role: "status" })}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
