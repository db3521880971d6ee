import type { Drawing } from "#contract/help/ready-guides.ts";
import styles from "../guides.module.css";
import { house } from "./house.tsx";
import { phones } from "./phones.tsx";
import type { Shape } from "./shape.ts";

const shapes: Readonly<Record<Drawing, Shape>> = { ...house, ...phones };

/** One of Porchlight's own line drawings. */
export function Drawn({ drawing }: { drawing: Drawing }) {
  const { words, lines } = shapes[drawing];
  return (
    <svg className={styles.drawing} viewBox="0 0 120 90" role="img" aria-label={words}>
      {lines}
    </svg>
  );
}
