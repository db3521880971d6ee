// All jobs that run by themselves, each with its interval.
import { deleteOldActivity } from "./activity/retention.ts";
import { givePermissionsBack } from "./calendar/google/revocations.ts";
import { syncDueCalendars } from "./calendar/google/sync.ts";
import { sendReminders } from "./calendar/reminders/dispatch.ts";
import { refreshDueFeeds } from "./calendar/subscriptions/refresh-job.ts";
import { dailyBackupJobs } from "./data/backup/daily-backups.ts";
import { deleteEmptyFamilies } from "./families/empty-families.ts";
import type { ScheduledJob } from "./jobs/scheduler.ts";
import { monitorReachability } from "./reachability/monitor.ts";
import type { World } from "./world.ts";

export const schedule = (world: World): ScheduledJob[] => [
  { name: "refresh-feeds", intervalSeconds: 30, run: () => refreshDueFeeds(world) },
  { name: "sync-google-calendars", intervalSeconds: 30, run: () => syncDueCalendars(world) },
  { name: "give-calendar-permissions-back", intervalSeconds: 60, run: () => givePermissionsBack(world) },
  { name: "send-reminders", intervalSeconds: 30, run: () => sendReminders(world) },
  { name: "delete-empty-families", intervalSeconds: 3600, run: () => deleteEmptyFamilies(world) },
  { name: "delete-old-activity", intervalSeconds: 3600, run: () => deleteOldActivity(world) },
  { name: "watch-reachability", intervalSeconds: 30, run: () => monitorReachability(world) },
  ...dailyBackupJobs(world),
];
