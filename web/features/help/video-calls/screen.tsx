import { Volume2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Mark } from "#contract/help/replies.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { goToHeading } from "#web/ui/page/page.tsx";
import { Marked } from "../pictures/marked.tsx";
import { marksInWords } from "../pictures/marks.ts";
import styles from "./video-calls.module.css";

interface StreamProps {
  of: MediaStream;
  /** The text alternative. */
  label: string;
  /** People do not hear their own voice. */
  isMuted?: boolean;
}

/** Gives an element its stream, for which there is no attribute. Returns whether it had another one. */
function give(element: HTMLMediaElement | null, stream: MediaStream): element is HTMLMediaElement {
  if (!element || element.srcObject === stream) return false;
  element.srcObject = stream;
  return true;
}

export function Stream({ of: stream, label, isMuted = false }: StreamProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isSilenced, setSilenced] = useState(false);
  const play = async (withSound: boolean) => {
    const element = video.current;
    if (!element) return;
    element.muted = !withSound;
    setSilenced(!withSound && !isMuted);
    try {
      await element.play();
    } catch (error) {
      // Safari plays no sound before a tap on a page that has neither camera nor microphone open.
      if (withSound && error instanceof DOMException && error.name === "NotAllowedError") await play(false);
    }
  };
  const start = useEffectEvent(() => void play(!isMuted));
  useEffect(() => {
    if (give(video.current, stream)) start();
  }, [stream]);
  const turnOn = () => {
    goToHeading();
    void play(true);
  };
  return (
    <Stack gap={12}>
      <video
        className={styles.video}
        aria-label={label}
        playsInline
        muted={isMuted || isSilenced}
        ref={video}
      />
      {isSilenced && (
        <Button icon={Volume2} onClick={turnOn}>
          Turn on the sound
        </Button>
      )}
    </Stack>
  );
}

/** Plays the voice of the other side, which has no picture. */
export const Voice = ({ of: stream }: Pick<StreamProps, "of">) => (
  // biome-ignore lint/a11y/useMediaCaption: a live call has no captions
  <audio autoPlay ref={(element) => void give(element, stream)} />
);

interface StillProps {
  picture: ImageBitmap;
  marks: readonly Mark[];
  label: string;
}

/** A video starts with small pictures, until the connection is known to be fast. They are shown as large as others. */
const minLongerSide = 1_280;

/** A single picture of the video. A canvas shows it, because the content security policy allows no images from memory. */
export function Still({ picture, marks, label }: StillProps) {
  const scale = Math.max(1, minLongerSide / Math.max(picture.width, picture.height));
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  return (
    <Marked size={picture} marks={marks}>
      <canvas
        role="img"
        aria-label={marks.length > 0 ? `${label}, with ${marksInWords(marks)}` : label}
        width={width}
        height={height}
        ref={(canvas) => canvas?.getContext("2d")?.drawImage(picture, 0, 0, width, height)}
      />
    </Marked>
  );
}
