import { messageOf } from "#web/platform/api/call.ts";
import { Note } from "../surface/note.tsx";

interface FailureProps {
  /** Says what has not happened. */
  title: string;
  /** The message for a response without one of its own. */
  otherwise: string;
  error: Error | null;
  isAlert?: boolean;
}

/** Repeats on the page what `refusalOf` says in a toast, because toasts vanish. */
export const Failure = ({ title, otherwise, error, isAlert }: FailureProps) =>
  error && (
    <Note kind="danger" title={title} isAlert={isAlert}>
      <p>{messageOf(error, otherwise)}</p>
    </Note>
  );
