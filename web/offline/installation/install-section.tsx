import { Section } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { useInstallOffer } from "./install-offer.ts";
import { byHandOn, isInstalled } from "./platform.ts";

const HowToInstall = lazyPart(() => import("./how-to-install.tsx"), "HowToInstall");

/** The part of "Me" about installing the app, until it is installed. */
export function InstallSection() {
  const isPossible = useInstallOffer() !== null || byHandOn() !== undefined;
  if (isInstalled() || !isPossible) return null;
  return (
    <Section title="On my home screen">
      <p>Porchlight can sit next to your other apps and open with one tap.</p>
      <HowToInstall />
    </Section>
  );
}
