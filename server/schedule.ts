// Everything that runs by itself.
import { hourSeconds } from "#contract/durations.ts";
import { deleteOldActivity } from "./activity/activity.ts";
import { deleteExpiredAllowances } from "./allowances/allowances.ts";
import { deleteOldStoredBytes } from "./allowances/stored-bytes.ts";
import { calendarRevocations } from "./calendar/google/permissions.ts";
import { googleCalendars } from "./calendar/google/sync.ts";
import { reminderChecks } from "./calendar/reminders/reminder-checks.ts";
import { subscribedCalendars } from "./calendar/subscriptions/refresh-job.ts";
import { dailyBackupJobs } from "./data/backup/daily-backups.ts";
import { accountDeletions } from "./data/deletion/account-deletions.ts";
import { deletionListJob } from "./data/deletion/deletion-list.ts";
import { familyDeletions } from "./data/deletion/family-deletions.ts";
import { emptyFamilies } from "./families/empty-families.ts";
import { familyEvents } from "./family-events.ts";
import { guidePictureChecks } from "./help/guides/pictures.ts";
import { promiseChecks } from "./help/promises/promise-checks.ts";
import { pictureChecks } from "./help/replies/pictures.ts";
import { voiceMessageChecks } from "./help/replies/voice-messages.ts";
import { helpSteps } from "./help/requests/delivery/steps.ts";
import { deleteAbandonedVideoCalls } from "./help/video-calls/video-calls.ts";
import { finishThenStart, type Queue } from "./jobs/queue.ts";
import type { ScheduledJob } from "./jobs/scheduler.ts";
import { ordinaryMessages, urgentMessages } from "./messages/dispatch.ts";
import { deleteOldMessages } from "./messages/outbox.ts";
import { operatorWarningJobs } from "./operator/warnings.ts";
import { weeklyTests } from "./reachability/testing/weekly-tests.ts";
import { familyChecks } from "./reachability/warnings.ts";
import type { World } from "./world.ts";

/** Rows with a due time. Each queue has a worker of its own. They start in this order. */
export const queues: readonly Queue[] = [
  finishThenStart(urgentMessages.name, helpSteps, [promiseChecks, urgentMessages]),
  subscribedCalendars,
  googleCalendars,
  calendarRevocations,
  reminderChecks,
  weeklyTests,
  familyChecks,
  ordinaryMessages,
  accountDeletions(familyEvents),
  familyDeletions,
  emptyFamilies,
  pictureChecks,
  voiceMessageChecks,
  guidePictureChecks,
];

/** Jobs that are not about single rows, each with its interval. */
export const schedule = (world: World): ScheduledJob[] => [
  { name: "delete-old-activity", intervalSeconds: hourSeconds, run: () => deleteOldActivity(world) },
  { name: "delete-old-messages", intervalSeconds: hourSeconds, run: () => deleteOldMessages(world) },
  {
    name: "delete-expired-allowances",
    intervalSeconds: hourSeconds,
    run: () => deleteExpiredAllowances(world),
  },
  { name: "delete-old-stored-bytes", intervalSeconds: hourSeconds, run: () => deleteOldStoredBytes(world) },
  {
    name: "delete-abandoned-video-calls",
    intervalSeconds: hourSeconds,
    run: () => deleteAbandonedVideoCalls(world),
  },
  ...dailyBackupJobs(world),
  deletionListJob(world),
  ...operatorWarningJobs(world),
];
