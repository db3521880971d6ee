import { inLong } from "../../support/long-form.ts";
import { eachKind, everyCombination } from "../../support/measures/axe.ts";
import { measureEach } from "../../support/measures/each-screen.ts";
import { helpScreens } from "../../support/screens/help.ts";
import { reachabilityScreens } from "../../support/screens/reachability.ts";
import { thingScreens } from "../../support/screens/things.ts";

measureEach([...helpScreens, ...reachabilityScreens, ...thingScreens], inLong(everyCombination, eachKind));
