import { type ReactNode, useId } from "react";
import styles from "./surface.module.css";

interface PanelProps {
  as?: "section" | "aside";
  title: string;
  /** 3 within a section. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A box, for an aside or the puzzle. */
export function Panel({ as: Element = "section", title, level = 2, children }: PanelProps) {
  const id = useId();
  const Title = level === 2 ? "h2" : "h3";
  return (
    <Element className={styles.panel} aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Element>
  );
}

interface CardProps {
  /** Shown in small type. */
  title: string;
  /** 1 where it is the heading of the page. */
  level?: 1 | 2;
  /** The step, such as "Step 1 of 3". */
  step?: string;
  /** Shown in large type. */
  question?: ReactNode;
  children: ReactNode;
}

/** The signup card, with a small title and a large question. */
export function Card({ title, level = 1, step, question, children }: CardProps) {
  const [Title, Question] = level === 1 ? (["h1", "h2"] as const) : (["h2", "h3"] as const);
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <Title>{title}</Title>
        {step && <p>{step}</p>}
      </header>
      {question && <Question className={styles.question}>{question}</Question>}
      {children}
    </section>
  );
}
