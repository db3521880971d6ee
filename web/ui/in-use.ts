// What must not be covered or left by itself: a recording, a picture that is not sent yet, a call, words that were typed.
import { useEffect } from "react";

const holders = new Set<object>();
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** The screen is in use while the component is on it. */
export function useInUse(): void {
  useEffect(() => {
    const holder = {};
    holders.add(holder);
    return () => void holders.delete(holder);
  }, []);
}

function noteTyping({ target }: Event): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  // Checking a box types nothing.
  if (isField && !["checkbox", "radio"].includes(target.type)) typedIn.add(target);
}

/** From now on, `isInUse` knows of words that were typed. */
export function followTyping(): () => void {
  document.addEventListener("input", noteTyping, { capture: true });
  return () => document.removeEventListener("input", noteTyping, { capture: true });
}

/** Whether something would be disturbed or lost if another screen came by itself. */
export function isInUse(): boolean {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field);
  return holders.size > 0 || [...typedIn].some(({ value }) => value.trim() !== "");
}
