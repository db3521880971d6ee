import { Section } from "#web/ui/layout/section.tsx";
import { AppleSteps, InstallButton } from "./how-to-install.tsx";
import { useInstallOffer } from "./install-offer.ts";
import { isApplePhoneOrTablet, isInstalled } from "./platform.ts";

/** In "Me", for as long as this device has Porchlight only in its browser. */
export function InstallSection() {
  const offer = useInstallOffer();
  const isApple = isApplePhoneOrTablet();
  if (isInstalled() || !(offer || isApple)) return null;
  return (
    <Section title="On my home screen">
      <p>Porchlight can stand beside your other apps and open with one tap.</p>
      {offer ? <InstallButton offer={offer} /> : <AppleSteps />}
    </Section>
  );
}
