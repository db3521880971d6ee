import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const OwnContactMethods = lazyPart(
  async () => (await import("./own-contact-methods.tsx")).OwnContactMethods,
  "your contact methods",
  <Skeleton shape="row" />,
);

/** The part of "Me" that lists one's contact methods, and whether they work. */
export const OwnContactMethodsSection = () => (
  <Section title="How messages reach me">
    <OwnContactMethods />
  </Section>
);
