import { Skeleton } from "#web/ui/state/loading.tsx";

/** As tall as most puzzles: two lines of question and four answers. */
export const puzzleSkeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="line" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);
