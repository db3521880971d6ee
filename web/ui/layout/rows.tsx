import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./rows.module.css";

interface RowsProps {
  as?: "ul" | "ol";
  isTight?: boolean;
  /** `<li>` elements. */
  children: ReactNode;
}

/** A list divided by lines. */
export const Rows = ({ as: Element = "ul", isTight = false, children }: RowsProps) => (
  <Element className={classNames(styles.rows, isTight && styles.tight)}>{children}</Element>
);
