import { Camera, MonitorUp, Video, VideoOff } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { Mark } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { VideoSource } from "#contract/help/video-calls.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { call, messageOf } from "#web/platform/api/call.ts";
import { captureProblem } from "#web/platform/media/capture-problem.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";
import { canShareScreen, openSource, Peer } from "./peer.ts";
import { Still, Stream, Voice } from "./screen.tsx";
import { type ConnectionView, hasLeft, notConnected, useConnection } from "./use-connection.ts";
import styles from "./video-calls.module.css";

interface Shown extends ConnectionView {
  readonly source: VideoSource;
  readonly stream?: MediaStream;
  readonly voice?: MediaStream;
  readonly still?: ImageBitmap | undefined;
  readonly marks: readonly Mark[];
}

const idle: Shown = { phase: "idle", source: "camera", marks: [] };

/** Shows the camera or the screen to the helper until either of them leaves. */
function useShowing({ id, helper }: HelpRequest) {
  const left = `${helper?.name ?? "Your family"} has left, or the connection broke.`;
  const { view, videoCall, held, begin, hold, change, stop } = useConnection(id, idle, left);
  const open = async (source: VideoSource) => {
    const stream = await openSource(source);
    if (!hold({ source: stream })) return;
    // The browser's own bar can end the sharing of a screen.
    stream.getVideoTracks()[0]?.addEventListener("ended", () => stop());
    const peer = new Peer(await call("GET /api/help-requests/:id/ice-servers", { params: { id } }), {
      onConnected: () => change({ phase: "connected" }),
      onLost: (wasConnected) => stop(wasConnected ? hasLeft : notConnected),
      onStream: (voice) => change({ voice }),
      onStill: (still) => change({ still, marks: [] }),
      onMarks: (marks) => change({ marks }),
    });
    if (!hold({ peer })) return;
    const offer = await peer.offer(stream);
    const { id: callId } = await call("POST /api/help-requests/:id/video-call", {
      params: { id },
      body: { source, offer },
    });
    if (hold({ callId })) change({ phase: "waiting", stream });
  };
  const start = (source: VideoSource) =>
    begin(
      { ...idle, phase: "starting", source },
      () => open(source),
      (error, { source: isOpen }) =>
        isOpen ? messageOf(error, "Porchlight could not be reached.") : captureProblem(error, "camera"),
    );
  const answer = videoCall?.answer;
  const connect = useEffectEvent((to: string) => {
    if (held.current?.callId !== videoCall?.id) return;
    held.current?.peer?.accept(to).catch(() => stop(notConnected));
  });
  // The helper's answer may arrive before the server's answer to the start of the call.
  const isWaiting = view.phase === "waiting";
  useEffect(() => {
    if (answer && isWaiting) connect(answer);
  }, [answer, isWaiting]);
  return { shown: view, start, stop };
}

interface ShowingProps {
  request: HelpRequest;
}

function Problem({ words, request: { helper } }: { words: string; request: HelpRequest }) {
  return (
    <Note kind="warn" title={words} isAlert>
      <Stack gap={12}>
        <p>You can call instead, or send a picture.</p>
        {helper?.phoneNumber && (
          <CallButton contact={{ name: helper.name, phoneNumber: helper.phoneNumber }} />
        )}
        <ButtonLink href="/" icon={Camera}>
          Send a picture
        </ButtonLink>
      </Stack>
    </Note>
  );
}

/** The page on which the person who asked shows something to the helper. It never starts by itself. */
export function Showing({ request }: ShowingProps) {
  const { shown, start, stop } = useShowing(request);
  const { phase, source, stream, voice, still, marks, problem } = shown;
  const name = request.helper?.name ?? "your family";
  const title = `Show ${name}`;
  if (phase === "idle" || phase === "starting")
    return (
      <Page title={title}>
        <Stack gap={24} isNarrow>
          <h1>{title}</h1>
          {problem && <Problem words={problem} request={request} />}
          <Lead>{name} will see what your camera sees, and hear you.</Lead>
          <Button
            variant="primary"
            icon={Video}
            isBusy={phase === "starting"}
            busyLabel="Starting..."
            onClick={() => void start("camera")}
          >
            Start the camera
          </Button>
          {canShareScreen() && (
            <Button icon={MonitorUp} isBusy={phase === "starting"} onClick={() => void start("screen")}>
              Show this screen instead
            </Button>
          )}
          <ButtonLink href="/">Go home</ButtonLink>
        </Stack>
      </Page>
    );
  const what = source === "camera" ? "Your camera is on." : "Your screen is shared.";
  const sight = phase === "connected" ? `${name} sees it.` : `Waiting for ${name} to look...`;
  return (
    <Page title={title}>
      <Stack gap={12}>
        <h1>{title}</h1>
        <div className={styles.bar} role="status">
          <p>
            <Icon of={Video} /> {what} {sight}
          </p>
        </div>
        <Button variant="danger" icon={VideoOff} onClick={() => stop()}>
          Stop
        </Button>
        {still ? (
          <Still picture={still} marks={marks} label={`The picture that ${name} froze`} />
        ) : (
          stream && <Stream of={stream} label="What you show" isMuted />
        )}
        {voice && <Voice of={voice} />}
      </Stack>
    </Page>
  );
}
