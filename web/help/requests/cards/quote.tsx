import type { Ref } from "react";
import styles from "./quote.module.css";

interface QuoteProps {
  phrase: string;
  ref?: Ref<HTMLParagraphElement>;
}

/** What somebody asked for, in their own words. */
export const Quote = ({ phrase, ref }: QuoteProps) => (
  <p className={styles.quote} ref={ref}>
    “{phrase}”
  </p>
);
