import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { arePasskeysPossible } from "./support.ts";

const OwnPasskeys = lazyPart(
  async () => (await import("./own-passkeys.tsx")).OwnPasskeys,
  "your passkeys",
  <Skeleton shape="row" />,
);

/** The part of "Me" with one's passkeys. */
export const PasskeysSection = () =>
  arePasskeysPossible() && (
    <Section title="Passkeys">
      <OwnPasskeys />
    </Section>
  );
