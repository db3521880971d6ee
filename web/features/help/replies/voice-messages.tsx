import { Mic, Pause, Play, RotateCcw, Send, Square } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { VoiceMessage } from "#contract/help/replies.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { captureProblem } from "../capture-problem.ts";
import { MemoryDrafts, useMemoryDraft } from "../memory-drafts.ts";
import { recordHeard, useRetain } from "./queries.ts";
import { durationMsOf, maxSeconds, playable, Recorder, type Samples } from "./recording.ts";
import styles from "./replies.module.css";

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

interface VoiceLineProps {
  voiceMessage: VoiceMessage;
  name: string;
  isOwn: boolean;
  canRetain: boolean;
}

/** A voice message to listen to. Its sender is notified once all of it has been played. */
export function VoiceLine({ voiceMessage, name, isOwn, canRetain }: VoiceLineProps) {
  const { id, durationMs, isKept } = voiceMessage;
  const retain = useRetain("PUT /api/help-voice-messages/:id/keeping");
  return (
    <div className={styles.voice}>
      <Player
        source={addressOf("GET /api/help-voice-messages/:id", { params: { id } })}
        durationMs={durationMs}
        label={`Voice message from ${isOwn ? "you" : name}`}
        onEnd={() => void (isOwn || recordHeard(id).catch(() => undefined))}
      />
      {canRetain && (
        <Button
          variant="quiet"
          isStart
          isBusy={retain.isPending}
          onClick={() => retain.mutate({ id, isKept: !isKept })}
        >
          {isKept ? "Don't keep this voice message" : "Keep this voice message"}
        </Button>
      )}
    </div>
  );
}

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

interface Recorded {
  readonly samples: Samples;
  readonly sound: Blob;
}

/** Recordings that have not been sent yet, by request. The card of a request can be replaced at any moment. */
const drafts = new MemoryDrafts<string, Recorded>();

const shortestMs = 500;

/** When the focused button disappears, moves the focus to the first new one, for keyboard users. */
function useFocusOnNext(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    if (document.activeElement !== document.body) return;
    place.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [step]);
  return place;
}

interface VoiceRecordingProps {
  requestKey: string;
  isBusy: boolean;
  onSend: (recorded: Blob) => Promise<unknown>;
}

/** A voice message: recorded between two taps, listened to, and sent, or recorded again. */
export function VoiceRecording({ requestKey, isBusy, onSend }: VoiceRecordingProps) {
  const [phase, setPhase] = useState<"idle" | "starting" | "recording" | "finishing">("idle");
  const [recorded, hold] = useMemoryDraft(drafts, requestKey);
  const [problem, setProblem] = useState<string>();
  const recorder = useRef<Recorder>(undefined);
  const hasLeft = useRef(false);
  const finish = async (samples: Promise<Samples>) => {
    try {
      const sound = await samples;
      if (durationMsOf(sound) < shortestMs) setProblem("That was too short. Please try again.");
      else hold({ samples: sound, sound: playable(sound) });
    } catch {
      setProblem("That did not work. Please try again.");
    }
    setPhase("idle");
  };
  const start = async () => {
    setProblem(undefined);
    setPhase("starting");
    try {
      const started = await Recorder.start();
      recorder.current = started;
      if (hasLeft.current) started.stop();
      setPhase("recording");
      void finish(started.samples);
    } catch (error) {
      setProblem(captureProblem(error, "microphone"));
      setPhase("idle");
    }
  };
  const stop = () => {
    setPhase("finishing");
    recorder.current?.stop();
  };
  const leave = useEffectEvent(() => {
    hasLeft.current = true;
    recorder.current?.stop();
  });
  // The microphone is never on without the screen saying so. A recording is still there when the page is opened again.
  useEffect(() => {
    hasLeft.current = false;
    return () => leave();
  }, []);
  const send = async (sent: Recorded) => {
    try {
      await onSend(sent.sound);
      // A message that was recorded while this one was on its way stays.
      if (drafts.get(requestKey) === sent) hold(undefined);
    } catch {
      setProblem("This voice message was not sent. Please try again.");
    }
  };
  const isOn = phase === "recording" || phase === "finishing";
  const place = useFocusOnNext(`${isOn} ${recorded === undefined}`);
  return (
    <div ref={place}>
      <Stack gap={12}>
        {isOn && (
          <>
            <RecordingClock />
            <Button
              variant="danger"
              icon={Square}
              isBusy={phase === "finishing"}
              busyLabel="One moment..."
              onClick={stop}
            >
              Stop
            </Button>
          </>
        )}
        {!isOn && recorded && (
          <>
            <Player
              source={recorded.sound}
              durationMs={durationMsOf(recorded.samples)}
              label="What you recorded"
            />
            <Actions isWide>
              <Button
                variant="primary"
                icon={Send}
                isBusy={isBusy}
                busyLabel="Sending..."
                onClick={() => send(recorded)}
              >
                Send
              </Button>
              <Button icon={RotateCcw} isBusy={phase === "starting"} onClick={start}>
                Again
              </Button>
            </Actions>
          </>
        )}
        {!isOn && !recorded && (
          <Button icon={Mic} isBusy={phase === "starting"} busyLabel="Starting..." onClick={start}>
            Record your voice
          </Button>
        )}
        {problem && (
          <Note kind="warn" isAlert title={problem}>
            <p>You can also write a message, or call.</p>
          </Note>
        )}
      </Stack>
    </div>
  );
}
