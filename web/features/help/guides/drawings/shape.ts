import type { ReactNode } from "react";
import styles from "../guides.module.css";

/** A line drawing of 120 by 90. */
export interface Shape {
  /** The alternative text. */
  words: string;
  lines: ReactNode;
}

/** Marigold shows where to look. */
export const lit = { className: styles.lit };
