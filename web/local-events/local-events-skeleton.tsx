import { Skeleton } from "#web/ui/state/loading.tsx";

export const localEventsSkeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);
