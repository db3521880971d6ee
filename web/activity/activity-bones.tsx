import { Bone } from "#web/ui/state/loading.tsx";

export const activityBones = (
  <>
    <Bone shape="row" />
    <Bone shape="row" />
    <Bone shape="row" />
  </>
);
