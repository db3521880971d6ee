import { useEffect, useState } from "react";

const lateAfterMs = 20_000;

/** Whether what was asked then should have gone out by now. */
export function useIsLate(askedAt: string): boolean {
  const left = Date.parse(askedAt) + lateAfterMs - Date.now();
  const [isLate, setLate] = useState(left <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  return isLate;
}
