import type { ReactNode } from "react";
import { Loading } from "./loading.tsx";

interface HeldProps {
  /** Whether it is held back. */
  isHeld: boolean;
  /** Such as "Loading your day". */
  label: string;
  /** `Skeleton` elements of about the final size. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Shows a skeleton in place of what could still move. The children load meanwhile, without being shown. */
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
