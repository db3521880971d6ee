import { RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Hidden } from "#web/ui/text.tsx";
import { Row } from "../layout/layout.tsx";
import styles from "./loading.module.css";

const slowAfterMs = 8000;

interface LoadingProps {
  /** Such as "Loading today's events". */
  label: string;
  onRetry: () => void;
  /** `Skeleton` elements of the final size. */
  children: ReactNode;
}

/** Shows skeletons after 300 ms. After eight seconds it says so and offers a retry. */
export function Loading({ label, onRetry, children }: LoadingProps) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} data-loading="">
      <div className={styles.skeletons} aria-busy="true">
        <Hidden>{label}</Hidden>
        {children}
      </div>
      <div role="status">
        {isSlow && (
          <Row>
            <p>This is taking longer than usual.</p>
            <Button icon={RefreshCw} onClick={onRetry}>
              Try again
            </Button>
          </Row>
        )}
      </div>
    </div>
  );
}

export const Skeleton = ({ shape }: { shape: "line" | "row" | "tile" }) => (
  <span className={classNames(styles.skeleton, styles[shape])} />
);

export const SkeletonRows = ({ count }: { count: number }) =>
  [...Array(count).keys()].map((place) => <Skeleton key={place} shape="row" />);

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
