// Everything that happens without anybody asking for it.
import { deleteOldActivity } from "./activity/retention.ts";
import { givePermissionsBack } from "./calendar/connection/revocations.ts";
import { syncDueCalendars } from "./calendar/google/syncing.ts";
import { deleteEmptyFamilies } from "./families/empty-families.ts";
import { refreshDueFeeds } from "./feeds/refreshing.ts";
import type { Chore } from "./jobs/chores.ts";
import { watchReachability } from "./reachability/watching.ts";
import { sendReminders } from "./reminders/sending.ts";
import type { World } from "./world.ts";

export const timetable = (world: World): Chore[] => [
  { name: "refresh-feeds", everySeconds: 30, run: () => refreshDueFeeds(world) },
  { name: "sync-google-calendars", everySeconds: 30, run: () => syncDueCalendars(world) },
  { name: "give-calendar-permissions-back", everySeconds: 60, run: () => givePermissionsBack(world) },
  { name: "send-reminders", everySeconds: 30, run: () => sendReminders(world) },
  { name: "delete-empty-families", everySeconds: 3600, run: () => deleteEmptyFamilies(world) },
  { name: "delete-old-activity", everySeconds: 3600, run: () => deleteOldActivity(world) },
  { name: "watch-reachability", everySeconds: 30, run: () => watchReachability(world) },
];
