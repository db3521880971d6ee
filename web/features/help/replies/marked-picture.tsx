import type { Mark, ReplyPicture } from "#contract/help/replies.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { marksInWords } from "../pictures/mark-words.ts";
import { Marked } from "../pictures/marked.tsx";

interface MarkedPictureProps {
  picture: ReplyPicture;
  marks: readonly Mark[];
  /** The person who sent it. */
  name: string;
  onLoad?: () => void;
}

/** A picture of a request with its marks. */
export const MarkedPicture = ({ picture, marks, name, onLoad }: MarkedPictureProps) => (
  <Marked size={picture} marks={marks}>
    <img
      src={addressOf("GET /api/help-pictures/:id", { params: { id: picture.id } })}
      width={picture.width}
      height={picture.height}
      alt={`From ${name}${marks.length > 0 ? ` with ${marksInWords(marks)}` : ""}`}
      draggable={false}
      onLoad={onLoad}
    />
  </Marked>
);
