import type { ReactNode } from "react";
import { Loading } from "./loading.tsx";

interface HeldProps {
  /** Whether the children stay hidden for now. */
  isHeld: boolean;
  /** Such as "Loading your day". */
  label: string;
  /** `Skeleton` elements of about the final size. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Shows a skeleton while the layout could still shift. Meanwhile, the children load without being shown. */
export const Held = ({ isHeld, label, skeleton, children }: HeldProps) => (
  <>
    {isHeld && (
      <Loading label={label} onRetry={() => location.reload()}>
        {skeleton}
      </Loading>
    )}
    <div hidden={isHeld}>{children}</div>
  </>
);
