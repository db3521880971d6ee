import { inLong } from "../../support/long-form.ts";
import { eachKind, everyCombination } from "../../support/measures/axe.ts";
import { measureEach } from "../../support/measures/each-screen.ts";
import { publicScreens } from "../../support/screens/public.ts";
import { inviteScreens, signupScreens } from "../../support/screens/signing-up.ts";

measureEach([...publicScreens, ...inviteScreens, ...signupScreens], inLong(everyCombination, eachKind));
