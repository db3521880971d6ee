import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

interface PanelProps {
  as?: "section" | "aside";
  title: string;
  children: ReactNode;
}

/** A box, for an aside or the puzzle. */
export function Panel({ as: Element = "section", title, children }: PanelProps) {
  const id = useId();
  return (
    <Element className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Element>
  );
}

interface CardProps {
  /** The heading of the page, set quietly. */
  title: string;
  /** Where in the way one is, such as "Step 1 of 3". */
  step?: string;
  /** Set large. */
  question?: string;
  children: ReactNode;
}

/** The signup card: the title is quiet, the question is large. */
export const Card = ({ title, step, question, children }: CardProps) => (
  <section className={styles.card}>
    <header className={styles.head}>
      <h1>{title}</h1>
      {step && <p>{step}</p>}
    </header>
    {question && <h2 className={styles.question}>{question}</h2>}
    {children}
  </section>
);
