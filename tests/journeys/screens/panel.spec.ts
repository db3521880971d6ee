import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { familyScreens } from "#tests/support/screens/families.ts";
import { invitationScreens } from "#tests/support/screens/invitations.ts";
import { operatorScreens } from "#tests/support/screens/operator.ts";
import { panelScreens } from "#tests/support/screens/panel.ts";
import { reachabilityInPanel } from "#tests/support/screens/reachability.ts";

measureEach(
  [...familyScreens, ...invitationScreens, ...operatorScreens, ...panelScreens, ...reachabilityInPanel],
  inLong(everySize, usualSizes),
);
