import { messageOf } from "#web/api/call.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";

const otherwise = "An unexpected error occurred";

/** Shows the error in a toast and returns it for the form. */
export const sayFailure = (title: string, error: unknown) => refusalOf(error, { title, otherwise });

interface FailureProps {
  title: string;
  error: Error | null;
}

/** Repeats the error on the page, where it stays. */
export const Failure = ({ title, error }: FailureProps) =>
  error && (
    <Note kind="danger" title={title}>
      <p>{messageOf(error, otherwise)}</p>
    </Note>
  );
