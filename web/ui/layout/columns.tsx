import type { ReactNode } from "react";
import styles from "./columns.module.css";

interface ColumnsProps {
  /** columns: two sections. pair: two fields. welcome: the greeting and its button. */
  kind?: "columns" | "pair" | "welcome";
  children: ReactNode;
}

/** Side by side where two fit, one below the other where they do not, at any text size. */
export const Columns = ({ kind = "columns", children }: ColumnsProps) => (
  <div className={styles[kind]}>{children}</div>
);

interface TilesProps {
  as?: "ul" | "div";
  children: ReactNode;
}

/** The help grid: two columns where two fit, never more. */
export const Tiles = ({ as: Element = "ul", children }: TilesProps) => (
  <Element className={styles.tiles}>{children}</Element>
);
