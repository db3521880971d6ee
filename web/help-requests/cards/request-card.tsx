import { type ReactNode, useId } from "react";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "./request-card.module.css";

interface RequestCardProps {
  title: string;
  /** One part, or two side by side where they fit. */
  children: ReactNode;
}

/** The one block with a marigold edge: somebody needs help. */
export function RequestCard({ title, children }: RequestCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <Lamp size="medium" isLit />
        <h2 id={id}>{title}</h2>
      </div>
      <div className={styles.body}>
        <Columns>{children}</Columns>
      </div>
    </section>
  );
}
