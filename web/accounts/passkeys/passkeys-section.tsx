import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Bone } from "#web/ui/state/loading.tsx";
import { arePasskeysPossible } from "./support.ts";

const OwnPasskeys = lazyPart(
  async () => (await import("./own-passkeys.tsx")).OwnPasskeys,
  "your passkeys",
  <Bone shape="row" />,
);

/** The part of "Me" with one's passkeys. */
export const PasskeysSection = () =>
  arePasskeysPossible() && (
    <Section title="Passkeys">
      <OwnPasskeys />
    </Section>
  );
