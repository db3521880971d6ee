import { type ReactNode, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import styles from "./badge.module.css";

interface BadgeProps {
  kind?: "outline" | "success" | "danger";
  children: ReactNode;
}

export const Badge = ({ kind = "outline", children }: BadgeProps) => (
  <span className={classNames(styles.badge, kind !== "outline" && styles[kind])}>{children}</span>
);

interface AvatarProps {
  name: string;
  /** The address of the person's picture. */
  picture?: string | null | undefined;
}

interface FaceProps extends AvatarProps {
  /** Whether it is 96 px wide, as beside a call or the answer to a request, so that a face is known at a glance. */
  isLarge?: boolean;
}

/** A letter with its accents, or an emoji with its skin tone. Not all browsers have Intl.Segmenter. */
const firstSign = /^(?:\p{Regional_Indicator}{2}|.)(?:[\p{M}\p{Emoji_Modifier}]|\u200D.)*/u;

/** A person's picture in a ring, or the first letter of their name. Without a connection no picture is shown. */
export function Avatar({ name, picture, isLarge = false }: FaceProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <span className={classNames(styles.avatar, isLarge && styles.large)} aria-hidden="true">
      {picture && picture !== missing ? (
        <img src={picture} alt="" onError={() => setMissing(picture)} />
      ) : (
        firstSign.exec(name)?.[0].toUpperCase()
      )}
    </span>
  );
}

/** A family member: the picture or initial, and the name. */
export const Person = ({ name, picture }: AvatarProps) => (
  <span className={styles.person}>
    <Avatar name={name} picture={picture} />
    {name}
  </span>
);
