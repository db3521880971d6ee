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

/** Words in which "e-mail" does not break at its hyphen, nor "7:54 AM" at its space. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(/(\be-mail\w*|\b\d+:\d\d [AP]M\b)/i).map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id, only its position
      <span key={place} className={styles.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  );
