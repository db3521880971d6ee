import { useEffect, useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./picture.module.css";

let isLit = false;
const listeners = new Listeners();

function light(next: boolean) {
  isLit = next;
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute("href", isLit ? "/favicon-lit.svg" : "/favicon.svg");
  listeners.notify();
}

export const isLampLit = (): boolean => isLit;

export const useIsLampLit = (): boolean => useSyncExternalStore(listeners.add, isLampLit, () => false);

/** Lights the lamp in the masthead and in the browser's tab while somebody needs help. */
export function useLampLight(isSomebodyWaiting: boolean): void {
  useEffect(() => {
    light(isSomebodyWaiting);
    return () => light(false);
  }, [isSomebodyWaiting]);
}

interface LampProps {
  size?: "small" | "medium" | "large";
  isLit?: boolean;
  /** Uses one color, for the marigold button. */
  isOnHelp?: boolean;
}

/** The porch lamp in the shape of a P. It is lit while somebody needs help. */
export function Lamp({ size = "small", isLit = false, isOnHelp = false }: LampProps) {
  const name = classNames(
    styles.lamp,
    size !== "small" && styles[size],
    isLit && styles.lit,
    isOnHelp && styles["on-help"],
  );
  return (
    <svg className={name} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.arm} d="M4 30V10a8 8 0 0 1 8-8h1c4 0 6.5 2 6.5 6" />
      <path className={styles.shade} d="M9.75 18.5c0-6 4.25-10 9.75-10s9.75 4 9.75 10Z" />
      <path className={styles.bulb} d="M14 21.5h11a5.5 5.5 0 0 1-11 0Z" />
      {isLit && <path className={styles.rays} d="m12 25.75-1.25 2.75m8.75 1v1.25m7.5-5 1.25 2.75" />}
    </svg>
  );
}
