import { Pause, Play } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import styles from "./voice.module.css";

/** Such as "12 seconds". The longest is a minute. */
function lengthInWords(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000));
  if (seconds >= 60) return "1 minute";
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** Two voices at once cannot be understood, so the earlier one pauses. */
let current: HTMLAudioElement | undefined;

function useAddress(source: string | Blob): string | undefined {
  const [address, setAddress] = useState(typeof source === "string" ? source : undefined);
  useEffect(() => {
    if (typeof source === "string") return setAddress(source);
    const made = URL.createObjectURL(source);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [source]);
  return address;
}

interface PlayerProps {
  /** The address of an endpoint, or a recording on this device. */
  source: string | Blob;
  durationMs: number;
  /** Such as "Voice message from Anna". */
  label: string;
  /** Called once the whole message was played. No part can be skipped. */
  onEnd?: () => void;
  /** Whether this source plays by itself after the one before it has ended. */
  isContinued?: boolean;
}

/** One button to play and pause, a line that fills up, and the length in words. */
export function Player({ source, durationMs, label, onEnd, isContinued = false }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const address = useAddress(source);
  const [isPlaying, setPlaying] = useState(false);
  const [playedMs, setPlayedMs] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const fail = () => {
    setPlaying(false);
    setFailed(true);
  };
  const toggle = () => {
    const { current: element } = audio;
    if (!element?.paused) return element?.pause();
    if (current !== element) current?.pause();
    current = element;
    setFailed(false);
    if (element.error) element.load();
    // Pausing before it has begun rejects this with an AbortError.
    element.play().catch((error) => error?.name !== "AbortError" && fail());
  };
  const hasEnded = useRef(false);
  const end = () => {
    hasEnded.current = true;
    setPlaying(false);
    setPlayedMs(durationMs);
    onEnd?.();
  };
  const goOn = useEffectEvent(() => {
    setPlayedMs(0);
    // The element stays the same, because Safari lets no other one play without a tap.
    if (isContinued && hasEnded.current) toggle();
    hasEnded.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about another source
  useEffect(() => goOn(), [address]);
  const words = isPlaying ? "Pause" : "Listen";
  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: voice messages have no transcript */}
      <audio
        ref={audio}
        src={address}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setPlayedMs(currentTarget.currentTime * 1_000)}
        onEnded={end}
      />
      <Button
        icon={isPlaying ? Pause : Play}
        aria-label={`${words}: ${label}, ${lengthInWords(durationMs)}`}
        onClick={toggle}
      >
        {words}
      </Button>
      <progress max={durationMs} value={Math.min(playedMs, durationMs)} aria-label={`Progress: ${label}`} />
      <Quiet>{lengthInWords(durationMs)}</Quiet>
      {hasFailed && <Note kind="warn" isAlert title="This can't be played right now. Please try again." />}
    </div>
  );
}
