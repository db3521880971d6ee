import type { ReactNode } from "react";
import styles from "./text.module.css";

interface TextProps {
  children: ReactNode;
}

export const Lead = ({ children }: TextProps) => <p className={styles.lead}>{children}</p>;

export const Quiet = ({ children }: TextProps) => <p className={styles.quiet}>{children}</p>;

/** Words that move to the next line as a whole. */
export const Together = ({ children }: TextProps) => <span className={styles.together}>{children}</span>;

/** Text for screen readers only. */
export const Hidden = ({ children }: TextProps) => <span className={styles.hidden}>{children}</span>;
