import { useQuery } from "@tanstack/react-query";
import { MonitorUp, Video, VideoOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Mark } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import {
  endVideoCall,
  listIceServers,
  startVideoCall,
  type VideoSource,
} from "#contract/help/video-calls.ts";
import { call, messageOf } from "#web/api/call.ts";
import { CallButton } from "#web/families/call/call-buttons.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { goToHeading, Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";
import { captureProblem } from "../capture-problem.ts";
import { canShareScreen, closeSource, openSource } from "./media.ts";
import { Peer } from "./peer.ts";
import { videoCallQuery } from "./queries.ts";
import { Still, Stream, Voice } from "./screen.tsx";
import styles from "./video-calls.module.css";

interface Shown {
  readonly phase: "ready" | "starting" | "waiting" | "connected";
  readonly source: VideoSource;
  readonly stream?: MediaStream;
  readonly voice?: MediaStream;
  readonly still?: ImageBitmap | undefined;
  readonly marks: readonly Mark[];
  /** Why nothing is shown anymore, or never was. */
  readonly problem?: string;
}

const ready: Shown = { phase: "ready", source: "camera", marks: [] };

interface Open {
  readonly peer: Peer;
  readonly stream: MediaStream;
  readonly callId: number;
}

/** Shows the camera or the screen to the helper until either of the two leaves. */
function useShowing({ id, helper }: HelpRequest) {
  const [shown, show] = useState(ready);
  const open = useRef<Open>(undefined);
  const hasLeft = useRef(false);
  const params = { id: String(id) };
  const name = helper?.name ?? "Your family";
  const close = (problem?: string) => {
    open.current?.peer.close();
    closeSource(open.current?.stream);
    open.current = undefined;
    show({ ...ready, ...(problem && { problem }) });
  };
  const stop = (problem?: string) => {
    close(problem);
    call(endVideoCall, { params }).catch(() => {});
  };
  const start = async (source: VideoSource) => {
    show({ ...ready, phase: "starting", source });
    const change = (part: Partial<Shown>) => show((now) => ({ ...now, ...part }));
    let stream: MediaStream | undefined;
    try {
      stream = await openSource(source);
      if (hasLeft.current) return closeSource(stream);
      const peer = new Peer(await call(listIceServers), {
        onConnected: () => change({ phase: "connected" }),
        onLost: () => stop(`${name} has left, or the connection broke.`),
        onStream: (voice) => change({ voice }),
        onStill: (still) => change({ still, marks: [] }),
        onMarks: (marks) => change({ marks }),
      });
      // The browser's own bar can end the sharing of a screen.
      stream.getVideoTracks()[0]?.addEventListener("ended", () => stop());
      const offer = await peer.offer(stream);
      const started = await call(startVideoCall, { params, body: { source, offer } });
      open.current = { peer, stream, callId: started.id };
      if (hasLeft.current) return stop();
      change({ phase: "waiting", stream });
    } catch (error) {
      closeSource(stream);
      const isOurs = stream !== undefined;
      close(isOurs ? messageOf(error, "Porchlight could not be reached.") : captureProblem(error, "camera"));
    }
  };
  const { data: videoCall } = useQuery(videoCallQuery(id));
  const callId = videoCall?.id;
  const answer = videoCall?.answer;
  const connect = useEffectEvent((to: string) => {
    if (open.current?.callId !== callId) return;
    open.current?.peer.accept(to).catch(() => stop("The two devices could not connect."));
  });
  useEffect(() => {
    if (answer) connect(answer);
  }, [answer]);
  const leave = useEffectEvent(() => {
    hasLeft.current = true;
    if (open.current) stop();
  });
  useEffect(() => () => leave(), []);
  const isOn = shown.stream !== undefined;
  useEffect(() => {
    if (isOn) goToHeading();
  }, [isOn]);
  return { shown, start, stop };
}

interface ShowingProps {
  request: HelpRequest;
}

function Problem({ words, request: { helper } }: { words: string; request: HelpRequest }) {
  return (
    <Note kind="warn" title={words} isAlert>
      <p>You can call instead.</p>
      {helper?.phoneNumber && <CallButton contact={{ name: helper.name, phoneNumber: helper.phoneNumber }} />}
    </Note>
  );
}

/** The page on which the person who asked shows something to the helper. It never begins by itself. */
export function Showing({ request }: ShowingProps) {
  const { shown, start, stop } = useShowing(request);
  const { phase, source, stream, voice, still, marks, problem } = shown;
  const name = request.helper?.name ?? "your family";
  const title = `Show ${name}`;
  if (phase === "ready" || phase === "starting")
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
  const what = source === "camera" ? "Your camera is on." : "Your screen is shown.";
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
          <Still picture={still} marks={marks} label={`The picture that ${name} stopped at`} />
        ) : (
          stream && <Stream of={stream} label="What you show" isMuted />
        )}
        {voice && <Voice of={voice} />}
      </Stack>
    </Page>
  );
}
