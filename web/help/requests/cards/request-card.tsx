import { type ReactNode, type Ref, useId } from "react";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "./request-card.module.css";

interface RequestCardProps {
  title: string;
  /** With a ref, the title can take the focus. */
  heading?: Ref<HTMLHeadingElement>;
  /** Its lamp has gone out. */
  isOver?: boolean;
  /** One part, or two side by side where they fit. */
  children: ReactNode;
}

/** The one block with a marigold edge: somebody needs help. */
export function RequestCard({ title, heading, isOver = false, children }: RequestCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <Lamp size="medium" isLit={!isOver} />
        <h2 id={id} {...(heading && { ref: heading, tabIndex: -1 })}>
          {title}
        </h2>
      </div>
      <div className={styles.body}>
        <Columns>{children}</Columns>
      </div>
    </section>
  );
}
