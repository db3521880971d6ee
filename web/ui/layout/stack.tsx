import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./stack.module.css";

interface StackProps {
  as?: "div" | "ul" | "ol" | "article" | "aside" | "header";
  gap?: 4 | 8 | 12 | 16 | 24 | 32 | 48;
  /** No wider than a card. */
  isNarrow?: boolean;
  /** It loads and has its place, and is not to be seen yet. */
  isUnseen?: boolean;
  children: ReactNode;
}

const gaps = {
  4: styles.gap4,
  8: styles.gap8,
  12: styles.gap12,
  16: undefined,
  24: styles.gap24,
  32: styles.gap32,
  48: styles.gap48,
};

/** One column with one of the allowed gaps. */
export function Stack({
  as: Element = "div",
  gap = 16,
  isNarrow = false,
  isUnseen = false,
  children,
}: StackProps) {
  const kinds = [gaps[gap], isNarrow && styles.narrow, isUnseen && styles.unseen];
  return <Element className={classNames(styles.stack, ...kinds)}>{children}</Element>;
}
