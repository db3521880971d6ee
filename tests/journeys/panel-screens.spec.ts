import { measureEach } from "../support/measures/each-screen.ts";
import { screensOfPanel } from "../support/screens/every-screen.ts";

measureEach(screensOfPanel);
