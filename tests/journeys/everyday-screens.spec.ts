import { inLong } from "../support/long-form.ts";
import { eachKind, everyCombination } from "../support/measures/axe.ts";
import { measureEach } from "../support/measures/each-screen.ts";
import { everydayScreens } from "../support/screens/every-screen.ts";

measureEach(everydayScreens, inLong(everyCombination, eachKind));
