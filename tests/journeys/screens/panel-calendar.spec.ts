import { inLong } from "../../support/long-form.ts";
import { everySize, measureEach, usualSizes } from "../../support/measures/each-screen.ts";
import { calendarScreens } from "../../support/screens/calendars.ts";
import { eventScreens } from "../../support/screens/events.ts";
import { puzzleScreens } from "../../support/screens/puzzles.ts";

measureEach([...calendarScreens, ...eventScreens, ...puzzleScreens], inLong(everySize, usualSizes));
