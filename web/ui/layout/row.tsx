import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./row.module.css";

interface RowProps {
  isTight?: boolean;
  children: ReactNode;
}

/** What it is about on the left, what one can do with it on the right. */
export const Row = ({ isTight = false, children }: RowProps) => (
  <div className={classNames(styles.row, isTight && styles.tight)}>{children}</div>
);

interface ActionsProps {
  as?: "div" | "ul";
  /** The buttons share the whole width. */
  isWide?: boolean;
  children: ReactNode;
}

/** Buttons next to each other, wrapping. */
export const Actions = ({ as: Element = "div", isWide = false, children }: ActionsProps) => (
  <Element className={classNames(styles.actions, isWide && styles.wide)}>{children}</Element>
);
