import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { accountScreens, passkeyScreens, proofScreens } from "../../support/screens/account.ts";
import { deviceScreens } from "../../support/screens/devices.ts";

const screens = [...accountScreens, ...deviceScreens, ...passkeyScreens, ...proofScreens];

measureEach(screens, inLong(everySize, usualSizes));
