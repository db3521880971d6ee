import { Bone } from "#web/ui/state/loading.tsx";

/** As tall as most puzzles: two lines of question and four answers. */
export const puzzleBones = (
  <>
    <Bone shape="line" />
    <Bone shape="line" />
    <Bone shape="row" />
    <Bone shape="row" />
    <Bone shape="row" />
    <Bone shape="row" />
  </>
);
