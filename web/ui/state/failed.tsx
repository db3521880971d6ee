import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";

interface FailedProps {
  /** Such as "Today's events could not be loaded". */
  title: string;
  /** When what stands below is from, such as `Last updated <time>8:05 AM</time>`. */
  lastUpdated?: ReactNode;
  onRetry: () => void;
  /** What we had last. */
  children?: ReactNode;
}

export const Failed = ({ title, lastUpdated, onRetry, children }: FailedProps) => (
  <Stack>
    <Note kind="danger" title={title} isAlert>
      <p>
        {lastUpdated ? (
          <>This is what we had last. {lastUpdated}</>
        ) : (
          "Please check your connection, then try again."
        )}
      </p>
    </Note>
    {children}
    <Button isStart icon={RefreshCw} onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);
