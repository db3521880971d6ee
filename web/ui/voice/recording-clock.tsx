import { Mic } from "lucide-react";
import { useEffect, useState } from "react";
import { maxSeconds } from "#contract/recordings.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./voice.module.css";

const onClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Shows that the microphone is on, and for how long. */
export function RecordingClock({ longest = maxSeconds.message }: { longest?: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const count = () => setSeconds(Math.min(longest, Math.floor((performance.now() - start) / 1_000)));
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [longest]);
  return (
    <p className={styles.microphone} role="timer">
      <Icon of={Mic} /> Your microphone is on. {onClock(seconds)} of {onClock(longest)}
    </p>
  );
}
