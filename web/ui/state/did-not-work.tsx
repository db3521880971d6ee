import type { ReactNode } from "react";
import { messageOf } from "#web/platform/api/call.ts";
import { Note } from "../surface/note.tsx";

interface DidNotWorkProps {
  error: Error | null;
  /** The message for a response without one of its own. */
  otherwise?: string;
  children?: ReactNode;
}

/** Says beside a button that its action was refused or did not get through. No toast says it. */
export const DidNotWork = ({
  error,
  otherwise = "That did not work. Please try again.",
  children,
}: DidNotWorkProps) =>
  error && (
    <Note kind="warn" isAlert title={messageOf(error, otherwise)}>
      {children}
    </Note>
  );
