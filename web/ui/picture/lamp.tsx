import { useEffect, useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./picture.module.css";

let isLit = false;
let isMorningLit = false;
const listeners = new Listeners();

function light(next: boolean) {
  isLit = next;
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute("href", isLit ? "/favicon-lit.svg" : "/favicon.svg");
  listeners.notify();
}

function lightMorning(next: boolean) {
  isMorningLit = next;
  listeners.notify();
}

export const isLampLit = (): boolean => isLit;

/** Why the lamp in the masthead is lit. Marigold is only for help. */
type Glow = "help" | "morning" | "none";

function currentGlow(): Glow {
  if (isLit) return "help";
  return isMorningLit ? "morning" : "none";
}

export const useLampGlow = (): Glow => useSyncExternalStore(listeners.add, currentGlow, () => "none");

/** Lights the lamp in the masthead and in the browser's tab while somebody needs help. */
export function useLampLight(isSomebodyWaiting: boolean): void {
  useEffect(() => {
    light(isSomebodyWaiting);
    return () => light(false);
  }, [isSomebodyWaiting]);
}

/** Lights the lamp in the masthead, but not in marigold, while somebody's morning light is on. */
export function useMorningLight(isOn: boolean): void {
  useEffect(() => {
    lightMorning(isOn);
    return () => lightMorning(false);
  }, [isOn]);
}

interface LampProps {
  size?: "small" | "medium" | "large";
  glow?: Glow;
  /** Uses one color, for the marigold button. */
  isOnHelp?: boolean;
}

/** The porch lamp in the shape of a P. It is lit while somebody needs help, and by a morning light. */
export function Lamp({ size = "small", glow = "none", isOnHelp = false }: LampProps) {
  const name = classNames(
    styles.lamp,
    size !== "small" && styles[size],
    glow === "help" && styles.lit,
    isOnHelp && styles["on-help"],
  );
  return (
    <svg className={name} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.arm} d="M4 30V10a8 8 0 0 1 8-8h1c4 0 6.5 2 6.5 6" />
      <path className={styles.shade} d="M9.75 18.5c0-6 4.25-10 9.75-10s9.75 4 9.75 10Z" />
      <path className={styles.bulb} d="M14 21.5h11a5.5 5.5 0 0 1-11 0Z" />
      {glow !== "none" && (
        <path className={styles.rays} d="m12 25.75-1.25 2.75m8.75 1v1.25m7.5-5 1.25 2.75" />
      )}
    </svg>
  );
}
