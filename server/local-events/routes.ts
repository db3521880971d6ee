import { listActiveLocalEvents } from "#contract/local-events.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { localEventsAhead } from "./local-events.ts";

export const localEventRoutes = ({ database, clock }: World): Route[] => [
  route(listActiveLocalEvents, ({ member }) => localEventsAhead(database, member, clock.now())),
];
