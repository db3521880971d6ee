import type { Mark } from "#contract/help/replies.ts";
import { marksInWords } from "../pictures/mark-words.ts";
import { Marked } from "../pictures/marked.tsx";
import styles from "./video-calls.module.css";

interface StreamProps {
  of: MediaStream;
  /** The text alternative. */
  label: string;
  /** People do not hear their own voice. */
  isMuted?: boolean;
}

/** A ref that plays a stream, for which there is no attribute. */
const playing = (stream: MediaStream) => (element: HTMLMediaElement | null) => {
  if (element && element.srcObject !== stream) element.srcObject = stream;
};

export const Stream = ({ of: stream, label, isMuted = false }: StreamProps) => (
  <video
    className={styles.video}
    aria-label={label}
    autoPlay
    playsInline
    muted={isMuted}
    ref={playing(stream)}
  />
);

/** Plays the voice of the other side, which has no picture. */
export const Voice = ({ of: stream }: Pick<StreamProps, "of">) => (
  // biome-ignore lint/a11y/useMediaCaption: a live call has no captions
  <audio autoPlay ref={playing(stream)} />
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
