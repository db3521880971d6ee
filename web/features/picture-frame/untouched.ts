import { useEffect, useEffectEvent, useState } from "react";
import { minuteMs } from "#contract/durations.ts";
import { followTyping, isInUse } from "#web/ui/in-use.ts";

const untouchedMs = 5 * minuteMs;
const touches = ["pointerdown", "keydown", "wheel", "scroll"] as const;

/**
 * Whether nobody has touched the device for five minutes, and nothing is under way on the screen. It stays so until
 * `touch`, the second value, is called: the touch that ends it must press nothing.
 */
export function useIsUntouched(): readonly [boolean, () => void] {
  const [isUntouched, setUntouched] = useState(false);
  const [restarts, restart] = useState(0);
  const end = useEffectEvent(() => setUntouched(!isInUse()));
  useEffect(followTyping, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each restart begins another five minutes
  useEffect(() => {
    if (isUntouched) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end();
        // While something is under way, the wait begins again.
        wait();
      }, untouchedMs);
    };
    wait();
    for (const type of touches) document.addEventListener(type, wait, { capture: true, passive: true });
    // A device that slept was not looked at.
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      for (const type of touches) document.removeEventListener(type, wait, { capture: true });
      document.removeEventListener("visibilitychange", wait);
    };
  }, [isUntouched, restarts]);
  const touch = () => {
    setUntouched(false);
    restart((count) => count + 1);
  };
  return [isUntouched, touch];
}
