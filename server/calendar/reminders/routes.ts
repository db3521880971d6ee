import { changeReminders, getReminders } from "#contract/calendar/reminders.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import * as choices from "./choices.ts";

export const reminderRoutes = (world: World): Route[] => [
  route(getReminders, ({ member }) => choices.remindersOf(world, member)),
  route(changeReminders, ({ member, body }) => choices.changeReminders(world, member, body)),
];
