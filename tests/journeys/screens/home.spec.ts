import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { homeScreens } from "../../support/screens/home.ts";
import { requestScreens } from "../../support/screens/requests.ts";
import { videoCallScreens } from "../../support/screens/video-calls.ts";

measureEach([...homeScreens, ...requestScreens, ...videoCallScreens], inLong(everySize, usualSizes));
