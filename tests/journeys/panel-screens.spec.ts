import { inLong } from "../support/long-form.ts";
import { eachKind, everyCombination } from "../support/measures/axe.ts";
import { measureEach } from "../support/measures/each-screen.ts";
import { screensOfPanel } from "../support/screens/every-screen.ts";

measureEach(screensOfPanel, inLong(everyCombination, eachKind));
