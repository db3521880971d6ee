// Finds a place for a toast of one line and a button where it covers nothing that can be tapped.
import { useEffect, useState } from "react";
import styles from "./toaster.module.css";

const gap = 8;

interface Place {
  left: number;
  right: number;
  bottom: number;
  height: number;
}

/** In one row where it is wide enough. The narrower it is, the more its words wrap. */
function heightFor(width: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isWide = width >= 29 * rem;
  return rem * (isWide ? 5 : width >= 15 * rem ? 7.5 : 16);
}

/** Where toasts are unless they are raised. */
function usualPlace(): Place {
  const element = document.createElement("div");
  element.className = `${styles.place} ${styles.measured}`;
  document.body.append(element);
  const { left, right, bottom } = element.getBoundingClientRect();
  element.remove();
  return { left, right, bottom, height: heightFor(right - left) };
}

const tappable = ":is(header, main, footer) :is(a, button, input, select, summary)";

/** How far the toast has to be raised, or undefined while there is no place for it. */
function findLift(): number | undefined {
  // What is still loading may bring a button with it.
  if (document.querySelector("main [aria-busy=true]")) return undefined;
  const { left, right, bottom, height } = usualPlace();
  const inTheWay = [...document.querySelectorAll(tappable)]
    .map((target) => target.getBoundingClientRect())
    .filter((target) => target.left < right && target.right > left);
  const isFree = (edge: number) =>
    edge - height >= 0 &&
    inTheWay.every((target) => target.top >= edge || target.bottom + gap <= edge - height);
  const edges = [bottom, ...inTheWay.map(({ top }) => top - gap)].filter((edge) => edge <= bottom);
  const lowest = Math.max(...edges.filter(isFree));
  return Number.isFinite(lowest) ? bottom - lowest : undefined;
}

const checkEveryMs = 300;

/** The lift of a toast that covers nothing, looked for while somebody asks. */
export function useToastLift(isAsked: boolean): number | undefined {
  const [lift, setLift] = useState<number>();
  useEffect(() => {
    if (!isAsked) return;
    const look = () => setLift(findLift());
    const timer = setInterval(look, checkEveryMs);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
      setLift(undefined);
    };
  }, [isAsked]);
  return lift;
}
