import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const OwnEmail = lazyPart(
  async () => (await import("./own-email.tsx")).OwnEmail,
  "your e-mail address",
  <Skeleton shape="row" />,
);

/** The part of "Me" with the address to which one is written. */
export const EmailSection = () => (
  <Section title="My e-mail">
    <OwnEmail />
  </Section>
);
