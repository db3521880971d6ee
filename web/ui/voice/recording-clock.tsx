import { Mic } from "lucide-react";
import { useEffect, useState } from "react";
import { maxSeconds } from "#web/platform/media/recording.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./voice.module.css";

const onClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Shows that the microphone is on, and for how long. */
export function RecordingClock() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const count = () => setSeconds(Math.min(maxSeconds, Math.floor((performance.now() - start) / 1_000)));
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.microphone} role="timer">
      <Icon of={Mic} /> Your microphone is on. {onClock(seconds)} of {onClock(maxSeconds)}
    </p>
  );
}
