import { inLong } from "../../support/long-form.ts";
import { eachKind, everyCombination } from "../../support/measures/axe.ts";
import { measureEach } from "../../support/measures/each-screen.ts";
import { homeScreens } from "../../support/screens/home.ts";
import { requestScreens } from "../../support/screens/requests.ts";

measureEach([...homeScreens, ...requestScreens], inLong(everyCombination, eachKind));
