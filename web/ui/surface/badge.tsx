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

/** A person's picture in a ring, or the first letter of their name. Without a connection no picture is shown. */
export function Avatar({ name, picture }: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <span className={styles.avatar} aria-hidden="true">
      {picture && picture !== missing ? (
        <img src={picture} alt="" onError={() => setMissing(picture)} />
      ) : (
        [...name][0]?.toUpperCase()
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
