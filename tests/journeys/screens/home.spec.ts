import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { birthdayScreens } from "#tests/support/screens/birthdays.ts";
import { helloScreens } from "#tests/support/screens/hellos.ts";
import { homeScreens } from "#tests/support/screens/home.ts";
import { lightScreens } from "#tests/support/screens/lights.ts";
import { movedFamilyScreens } from "#tests/support/screens/moved-families.ts";
import { requestScreens } from "#tests/support/screens/requests.ts";
import { videoCallScreens } from "#tests/support/screens/video-calls.ts";

measureEach(
  [
    ...homeScreens,
    ...helloScreens,
    ...birthdayScreens,
    ...lightScreens,
    ...movedFamilyScreens,
    ...requestScreens,
    ...videoCallScreens,
  ],
  inLong(everySize, usualSizes),
);
