import { inLong } from "../../support/long-form.ts";
import { eachKind, everyCombination } from "../../support/measures/axe.ts";
import { measureEach } from "../../support/measures/each-screen.ts";
import { familyScreens } from "../../support/screens/families.ts";
import { invitationScreens } from "../../support/screens/invitations.ts";
import { panelScreens } from "../../support/screens/panel.ts";
import { reachabilityInPanel } from "../../support/screens/reachability.ts";

measureEach(
  [...familyScreens, ...invitationScreens, ...panelScreens, ...reachabilityInPanel],
  inLong(everyCombination, eachKind),
);
