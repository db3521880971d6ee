import * as z from "zod/mini";
import { getStatus } from "./accounts/sign-in.ts";
import { listCalendarEvents, listTomorrowsEvents } from "./calendar/calendar.ts";
import { listStaleCalendars } from "./calendar/settings.ts";
import { endpoint } from "./endpoint.ts";
import { getFamily } from "./families.ts";
import { getCurrentHellos } from "./hellos.ts";
import { listHelpRequests } from "./help/requests.ts";
import { getCurrentLights } from "./lights.ts";
import { listActiveLocalEvents } from "./local-events.ts";
import { getActivePuzzle } from "./puzzles.ts";
import { getCurrentQuestion } from "./questions.ts";
import { getReachability } from "./reachability.ts";

/** Each part is keyed by the path of the call that returns it alone, and equals that call's answer. */
const Home = z.object({
  [getStatus.path]: getStatus.response,
  [getFamily.path]: getFamily.response,
  [listHelpRequests.path]: listHelpRequests.response,
  [getCurrentHellos.path]: getCurrentHellos.response,
  [getCurrentLights.path]: getCurrentLights.response,
  [listCalendarEvents.path]: listCalendarEvents.response,
  [listTomorrowsEvents.path]: listTomorrowsEvents.response,
  [getActivePuzzle.path]: getActivePuzzle.response,
  [getCurrentQuestion.path]: getCurrentQuestion.response,
  [listActiveLocalEvents.path]: listActiveLocalEvents.response,
  [getReachability.path]: getReachability.response,
  [listStaleCalendars.path]: listStaleCalendars.response,
});

export const getHome = endpoint({
  method: "GET",
  path: "/api/home",
  access: "member",
  summary: "Everything that home shows today, each part under the path of its own call",
  response: Home,
});
