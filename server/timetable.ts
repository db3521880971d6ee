// Everything that happens without anybody asking for it.
import { refreshDueFeeds } from "./feeds/refreshing.ts";
import type { Chore } from "./jobs/chores.ts";
import { sendReminders } from "./reminders/sending.ts";
import type { World } from "./world.ts";

export const timetable = (world: World): Chore[] => [
  { name: "refresh-feeds", everySeconds: 30, run: () => refreshDueFeeds(world) },
  { name: "send-reminders", everySeconds: 30, run: () => sendReminders(world) },
];
