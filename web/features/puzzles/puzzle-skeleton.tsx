import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";

/** The height of most puzzles: two lines of question and four answers. */
export const puzzleSkeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="line" />
    <SkeletonRows count={4} />
  </>
);
