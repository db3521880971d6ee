import { Skeleton } from "#web/ui/state/loading.tsx";

export const activitySkeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);
