import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { publicScreens } from "#tests/support/screens/public.ts";
import { inviteScreens, signupScreens } from "#tests/support/screens/signing-up.ts";

measureEach([...publicScreens, ...inviteScreens, ...signupScreens], inLong(everySize, usualSizes));
