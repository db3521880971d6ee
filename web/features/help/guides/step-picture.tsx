import type { GuidePicture, GuideStep } from "#contract/help/guides.ts";
import type { Drawing } from "#contract/help/ready-guides.ts";
import type { Mark } from "#contract/help/replies.ts";
import { Marked } from "../pictures/marked.tsx";
import { marksInWords } from "../pictures/marks.ts";
import { drawings } from "./drawings.tsx";
import styles from "./guides.module.css";
import { pictureAddress } from "./queries.ts";

interface MarkedPhotoProps {
  picture: GuidePicture;
  marks: readonly Mark[];
  /** The beginning of the alternative text, such as "Step 2". */
  name: string;
}

/** A picture of a guide with its marks. */
export const MarkedPhoto = ({ picture, marks, name }: MarkedPhotoProps) => (
  <Marked size={picture} marks={marks}>
    <img
      src={pictureAddress(picture.id)}
      width={picture.width}
      height={picture.height}
      alt={marks.length > 0 ? `${name}, with ${marksInWords(marks)}` : name}
      draggable={false}
    />
  </Marked>
);

/** One of Porchlight's own line drawings. */
function Drawn({ drawing }: { drawing: Drawing }) {
  const { words, lines } = drawings[drawing];
  return (
    <svg className={styles.drawing} viewBox="0 0 120 90" role="img" aria-label={words}>
      <path className={styles.wall} d="M0 0h120v90H0Z" />
      <path className={styles.table} d="M0 68h120v22H0Z" />
      {lines}
    </svg>
  );
}

interface StepPictureProps {
  step: Pick<GuideStep, "picture" | "drawing" | "marks">;
  name: string;
}

/** The picture of a step with its marks, or a built-in drawing, or nothing. */
export function StepPicture({ step: { picture, drawing, marks }, name }: StepPictureProps) {
  if (!picture) return drawing && <Drawn drawing={drawing} />;
  return (
    <div className={styles.picture}>
      <MarkedPhoto picture={picture} marks={marks} name={name} />
    </div>
  );
}
