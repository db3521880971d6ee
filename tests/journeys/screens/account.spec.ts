import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { accountScreens, passkeyScreens, proofScreens } from "#tests/support/screens/account.ts";
import { deviceScreens } from "#tests/support/screens/devices.ts";

const screens = [...accountScreens, ...deviceScreens, ...passkeyScreens, ...proofScreens];

measureEach(screens, inLong(everySize, usualSizes));
