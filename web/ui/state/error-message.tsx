import type { ReactNode } from "react";
import { messageOf } from "#web/platform/api/call.ts";
import { Note } from "../surface/note.tsx";
import { explained } from "./explained.ts";

interface ErrorMessageProps {
  error: Error | null;
  /** Says what has not happened, where a toast has said it already: toasts vanish. */
  title?: string;
  /** The message for a response without one of its own. */
  otherwise?: string;
  /** Read out when it appears. By default it is, unless a toast has said it. */
  isAlert?: boolean;
  children?: ReactNode;
}

/** Says on the page that an action was refused or did not get through. */
export function ErrorMessage({
  error,
  title,
  otherwise = "That did not work. Please try again.",
  isAlert = title === undefined,
  children,
}: ErrorMessageProps) {
  if (!error) return null;
  const message = explained(error, messageOf(error, otherwise));
  return (
    <Note kind={title === undefined ? "warn" : "danger"} title={title ?? message} isAlert={isAlert}>
      {title !== undefined && <p>{message}</p>}
      {children}
    </Note>
  );
}
