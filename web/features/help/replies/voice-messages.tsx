import { Mic, RotateCcw, Send, Square } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { VoiceMessage } from "#contract/help/replies.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { captureProblem } from "#web/platform/media/capture-problem.ts";
import { MemoryDrafts, useMemoryDraft } from "#web/platform/media/memory-drafts.ts";
import { durationMsOf, playable, Recorder, type Samples } from "#web/platform/media/recording.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Player } from "#web/ui/voice/player.tsx";
import { RecordingClock } from "#web/ui/voice/recording-clock.tsx";
import { recordHeard, useRetain } from "./queries.ts";
import styles from "./replies.module.css";

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
