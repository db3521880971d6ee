import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { familyScreens } from "../../support/screens/families.ts";
import { invitationScreens } from "../../support/screens/invitations.ts";
import { panelScreens } from "../../support/screens/panel.ts";
import { reachabilityInPanel } from "../../support/screens/reachability.ts";

measureEach(
  [...familyScreens, ...invitationScreens, ...panelScreens, ...reachabilityInPanel],
  inLong(everySize, usualSizes),
);
