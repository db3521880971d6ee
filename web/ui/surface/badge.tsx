import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./badge.module.css";

interface BadgeProps {
  kind?: "outline" | "success" | "danger";
  children: ReactNode;
}

export const Badge = ({ kind = "outline", children }: BadgeProps) => (
  <span className={classNames(styles.badge, kind !== "outline" && styles[kind])}>{children}</span>
);

/** A family member: the first letter in a ring, and the name. */
export const Person = ({ name }: { name: string }) => (
  <span className={styles.person}>
    <span className={styles.avatar} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
    {name}
  </span>
);
