import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./surface.module.css";

const icons = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

interface NoteProps {
  kind?: keyof typeof icons;
  icon?: LucideIcon;
  title?: ReactNode;
  /** Read out when it appears. */
  isAlert?: boolean;
  /** If a ref is given, the note can take the focus. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** A message on the page, with an icon and a bar. */
export function Note({
  kind = "info",
  icon = icons[kind],
  title,
  isAlert = false,
  ref,
  children,
}: NoteProps) {
  return (
    <div
      className={classNames(styles.note, kind !== "info" && styles[kind])}
      {...(isAlert && { role: "alert" })}
      {...(ref && { ref, tabIndex: -1 })}
    >
      <Icon of={icon} />
      <div>
        {title && (
          <p>
            <b>{title}</b>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
