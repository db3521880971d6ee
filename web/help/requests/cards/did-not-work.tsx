import type { ReactNode } from "react";
import { messageOf } from "#web/api/call.ts";
import { Note } from "#web/ui/surface/note.tsx";

interface DidNotWorkProps {
  error: Error | null;
  children?: ReactNode;
}

/** What was tapped was refused, or did not get through. */
export const DidNotWork = ({ error, children }: DidNotWorkProps) =>
  error && (
    <Note kind="warn" isAlert title={messageOf(error, "That did not work. Please try again.")}>
      {children}
    </Note>
  );
