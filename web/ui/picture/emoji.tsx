import { classNames } from "#web/ui/class-names.ts";
import styles from "./picture.module.css";

const drawings = import.meta.glob<string>("./emoji/*.svg", { eager: true, query: "?url", import: "default" });

interface EmojiProps {
  /** The name of its file in emoji/; an unknown one gets the speech balloon. */
  name: string;
  size?: "line" | "tile" | "title";
}

/** A self-hosted drawing, so that it looks the same everywhere. The label beside it carries the meaning. */
export function Emoji({ name, size = "line" }: EmojiProps) {
  const src = drawings[`./emoji/${name}.svg`] ?? drawings["./emoji/speech-balloon.svg"];
  return (
    <img
      className={classNames(styles.emoji, size !== "line" && styles[size])}
      src={src}
      alt=""
      width="32"
      height="32"
    />
  );
}
