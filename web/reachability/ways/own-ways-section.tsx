import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const OwnWays = lazyPart(
  async () => (await import("./own-ways.tsx")).OwnWays,
  "your contact methods",
  <Skeleton shape="row" />,
);

/** The part of "Me" that says by which ways one is told, and whether they work. */
export const OwnWaysSection = () => (
  <Section title="How messages reach me">
    <OwnWays />
  </Section>
);
