import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { guideScreens } from "#tests/support/screens/guides.ts";
import { helpScreens } from "#tests/support/screens/help.ts";
import { reachabilityScreens } from "#tests/support/screens/reachability.ts";
import { thingScreens } from "#tests/support/screens/things.ts";

measureEach(
  [...helpScreens, ...guideScreens, ...reachabilityScreens, ...thingScreens],
  inLong(everySize, usualSizes),
);
