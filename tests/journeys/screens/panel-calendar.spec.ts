import { inLong } from "#tests/support/long-form.ts";
import { everySize, measureEach, usualSizes } from "#tests/support/measures/each-screen.ts";
import { calendarScreens } from "#tests/support/screens/calendars.ts";
import { eventScreens } from "#tests/support/screens/events.ts";
import { puzzleScreens } from "#tests/support/screens/puzzles.ts";

measureEach([...calendarScreens, ...eventScreens, ...puzzleScreens], inLong(everySize, usualSizes));
