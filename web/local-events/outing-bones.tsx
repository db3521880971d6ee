import { Bone } from "#web/ui/state/loading.tsx";

export const outingBones = (
  <>
    <Bone shape="row" />
    <Bone shape="row" />
  </>
);
