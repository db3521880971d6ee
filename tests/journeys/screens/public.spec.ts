import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { publicScreens } from "../../support/screens/public.ts";
import { inviteScreens, signupScreens } from "../../support/screens/signing-up.ts";

measureEach([...publicScreens, ...inviteScreens, ...signupScreens], inLong(everySize, usualSizes));
