import { RotateCcw, Send, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { maxSeconds } from "#contract/recordings.ts";
import { captureProblem } from "#web/platform/media/capture-problem.ts";
import { durationMsOf, playable, Recorder, type Samples } from "#web/platform/media/recording.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { useInUse } from "#web/ui/in-use.ts";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { RecordingClock } from "#web/ui/voice/recording-clock.tsx";

const shortestMs = 500;
/** The loudest sample of a microphone that is covered or off, of 32,767. */
const silence = 150;

/** Says why a recording is not worth sending. */
function problemOf(samples: Samples): string | undefined {
  if (samples.length > 0 && durationMsOf(samples) < shortestMs)
    return "That was too short. Please try again.";
  if (!samples.some((sample) => Math.abs(sample) > silence))
    return "We could not hear anything. Please check the microphone and try again.";
  return undefined;
}

interface QuickRecordingProps {
  isBusy: boolean;
  /** How many seconds it can last. */
  longest?: number;
  onSend: (recorded: Blob) => Promise<unknown>;
  onCancel: () => void;
}

/** Records from the moment that it is shown, and sends with one tap. What could not be sent is still there. */
export function QuickRecording({
  isBusy,
  longest = maxSeconds.message,
  onSend,
  onCancel,
}: QuickRecordingProps) {
  useInUse();
  const [phase, setPhase] = useState<"starting" | "recording" | "finished">("starting");
  const [problem, setProblem] = useState<string>();
  const recorder = useRef<Recorder>(undefined);
  const recorded = useRef<Samples>(undefined);
  const start = useEffectEvent(async (left: AbortSignal) => {
    try {
      const started = await Recorder.start(longest);
      recorder.current = started;
      if (left.aborted) return started.stop();
      setPhase("recording");
      recorded.current = await started.samples;
      setPhase("finished");
    } catch (error) {
      setProblem(captureProblem(error, "microphone"));
    }
  });
  const [attempt, setAttempt] = useState(0);
  // The microphone is never on without the screen saying so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a recording of its own
  useEffect(() => {
    const left = new AbortController();
    void start(left.signal);
    return () => {
      left.abort();
      recorder.current?.stop();
    };
  }, [attempt]);
  const startOver = () => {
    recorded.current = undefined;
    recorder.current = undefined;
    setProblem(undefined);
    setPhase("starting");
    setAttempt(attempt + 1);
  };
  const send = async () => {
    setProblem(undefined);
    recorder.current?.stop();
    try {
      const samples = recorded.current ?? (await recorder.current?.samples);
      if (!samples) return;
      const useless = problemOf(samples);
      if (useless) return setProblem(useless);
      recorded.current = samples;
      await onSend(playable(samples));
    } catch {
      setProblem("This was not sent. Please try again.");
    }
  };
  const isOn = phase === "recording";
  return (
    <Stack gap={12}>
      {isOn && <RecordingClock longest={longest} />}
      {phase === "finished" && !problem && <p role="status">Your recording is ready to send.</p>}
      <Actions isWide>
        {phase !== "starting" && (
          <Button
            variant="primary"
            icon={Send}
            isBusy={isBusy}
            busyLabel="Sending..."
            ref={takeFocus}
            onClick={send}
          >
            Send
          </Button>
        )}
        {phase === "finished" && (
          <Button icon={RotateCcw} onClick={startOver}>
            Again
          </Button>
        )}
        <Button icon={X} onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
      {problem && <Note kind="warn" isAlert title={problem} />}
    </Stack>
  );
}
