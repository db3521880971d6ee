import { Eye, Pause, Play, X } from "lucide-react";
import { useRef, useState } from "react";
import type { Mark } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { VideoCall } from "#contract/help/video-calls.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { call, messageOf } from "#web/platform/api/call.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead, Quiet } from "#web/ui/text.tsx";
import { DrawingBoard } from "../pictures/drawing-board.tsx";
import { openMicrophone, Peer } from "./peer.ts";
import { Still, Stream } from "./screen.tsx";
import { type ConnectionView, hasLeft, notConnected, useConnection } from "./use-connection.ts";

interface Watched extends ConnectionView {
  readonly peer?: Peer;
  readonly stream?: MediaStream;
  /** Whether the other side can hear this one. */
  readonly isHeard: boolean;
}

const idle: Watched = { phase: "idle", isHeard: false };

/** Joins a video call, and leaves it when the page is left. */
function useWatching({ id, askedBy }: HelpRequest) {
  const left = `${askedBy.name} has stopped, or the connection broke.`;
  const { view, videoCall, begin, hold, change, close, stop } = useConnection(id, idle, left);
  const answer = async ({ id: videoCallId, offer }: VideoCall) => {
    const voice = await openMicrophone();
    if (!hold({ source: voice, callId: videoCallId })) return;
    const peer = new Peer(await call("GET /api/help-requests/:id/ice-servers", { params: { id } }), {
      onConnected: () => change({ phase: "connected", peer, isHeard: voice !== undefined }),
      onLost: (wasConnected) => close(wasConnected ? hasLeft : notConnected),
      onStream: (stream) => change({ stream }),
    });
    if (!hold({ peer })) return;
    const description = await peer.answer(offer, voice);
    await call("PUT /api/help-requests/:id/video-call/answer", {
      params: { id },
      body: { videoCallId, answer: description },
    });
  };
  const join = (offered: VideoCall) =>
    begin(
      { ...idle, phase: "starting" },
      () => answer(offered),
      (error) => messageOf(error, notConnected),
    );
  return { watched: view, videoCall, join, stop };
}

/** The picture that the video shows now, or undefined before its first one. */
async function frameOf(video: HTMLVideoElement | null): Promise<ImageBitmap | undefined> {
  return video?.videoWidth ? createImageBitmap(video) : undefined;
}

/** A picture as a file, of about 200 KB at most. */
function fileOf(picture: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}

interface LiveViewProps {
  stream: MediaStream;
  name: string;
  isHeard: boolean;
  peer: Peer | undefined;
  onStop: () => void;
}

/** The video, or the picture that the helper froze. */
function LiveView({ stream, name, isHeard, peer, onStop }: LiveViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [still, setStill] = useState<ImageBitmap>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const freeze = async () => {
    const picture = await frameOf(place.current?.querySelector("video") ?? null);
    if (!picture) return;
    setStill(picture);
    setMarks([]);
    const file = await fileOf(picture);
    if (file) await peer?.sendStill(file);
  };
  const unfreeze = () => {
    setStill(undefined);
    peer?.sendVideo();
  };
  return (
    <Stack gap={12}>
      {!isHeard && <Quiet>{name} can't hear you: your microphone is off.</Quiet>}
      <div ref={place} hidden={still !== undefined}>
        <Stream of={stream} label={`What ${name} shows you`} />
      </div>
      {still && (
        <DrawingBoard
          show={(shown) => <Still picture={still} marks={shown} label="The picture that you froze" />}
          name={name}
          marks={marks}
          onChange={(changed) => {
            setMarks(changed);
            peer?.sendMarks(changed);
          }}
        />
      )}
      <Actions isWide>
        {still ? (
          <Button variant="primary" icon={Play} onClick={unfreeze}>
            Back to the video
          </Button>
        ) : (
          <Button variant="primary" icon={Pause} onClick={() => void freeze()}>
            Freeze and draw
          </Button>
        )}
        <Button icon={X} onClick={onStop}>
          Leave
        </Button>
      </Actions>
    </Stack>
  );
}

/** The page on which the helper sees what is being shown. */
export function Watching({ request }: { request: HelpRequest }) {
  const { askedBy } = request;
  const { watched, videoCall, join, stop } = useWatching(request);
  const { phase, stream, peer, isHeard, problem } = watched;
  const title = `Look together with ${askedBy.name}`;
  const isShowing = videoCall?.answer === null || phase !== "idle";
  return (
    <Page title={title}>
      <Stack gap={24}>
        <h1>{title}</h1>
        {problem && (
          <Note kind="warn" title={problem} isAlert>
            <p>You can call instead, or ask {askedBy.name} for a picture.</p>
          </Note>
        )}
        {phase === "connected" && stream ? (
          <LiveView stream={stream} name={askedBy.name} isHeard={isHeard} peer={peer} onStop={() => stop()} />
        ) : (
          <Stack isNarrow>
            <Lead>
              {isShowing
                ? `${askedBy.name} wants to show you something.`
                : `${askedBy.name} isn't showing anything right now. It will appear here.`}
            </Lead>
            {videoCall && isShowing && (
              <Button
                variant="primary"
                icon={Eye}
                isBusy={phase !== "idle"}
                busyLabel="Connecting..."
                onClick={() => void join(videoCall)}
              >
                Look
              </Button>
            )}
            {askedBy.phoneNumber && (
              <CallButton contact={{ name: askedBy.name, phoneNumber: askedBy.phoneNumber }} />
            )}
            <ButtonLink href="/">Go home</ButtonLink>
          </Stack>
        )}
      </Stack>
    </Page>
  );
}
