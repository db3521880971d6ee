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

/** The first letter of a name in a ring. */
export const Initial = ({ name }: { name: string }) => (
  <span className={styles.avatar} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);

/** A family member: the initial and the name. */
export const Person = ({ name }: { name: string }) => (
  <span className={styles.person}>
    <Initial name={name} />
    {name}
  </span>
);
