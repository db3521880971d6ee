import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { guideScreens } from "../../support/screens/guides.ts";
import { helpScreens } from "../../support/screens/help.ts";
import { reachabilityScreens } from "../../support/screens/reachability.ts";
import { thingScreens } from "../../support/screens/things.ts";

measureEach(
  [...helpScreens, ...guideScreens, ...reachabilityScreens, ...thingScreens],
  inLong(everySize, usualSizes),
);
