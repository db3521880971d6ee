import { measureEach } from "../support/measures/each-screen.ts";
import { everydayScreens } from "../support/screens/every-screen.ts";

measureEach(everydayScreens);
