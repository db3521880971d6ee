import type { LucideIcon } from "lucide-react";
import styles from "./picture.module.css";

interface IconProps {
  of: LucideIcon;
}

/** Always beside a text label, and hidden from screen readers. */
export const Icon = ({ of: Picture }: IconProps) => (
  <Picture className={styles.icon} strokeWidth={2.25} aria-hidden="true" />
);
