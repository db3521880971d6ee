import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const Devices = lazyPart(
  () => import("./devices.tsx").then(({ Devices }) => Devices),
  "the messages of this device",
  <Skeleton shape="row" />,
);

/** In "Me": whether this device is told when somebody needs help, and which others are. */
export const MessagesSection = () => (
  <Section title="Messages on this device">
    <Devices />
  </Section>
);
