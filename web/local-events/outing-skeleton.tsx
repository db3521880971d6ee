import { Skeleton } from "#web/ui/state/loading.tsx";

export const outingSkeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);
