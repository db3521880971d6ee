// Everything that runs by itself.
import { hourSeconds, minuteSeconds } from "#contract/durations.ts";
import { deleteOldActivity } from "#server/features/activity/activity.ts";
import { dailyBackupJobs } from "#server/features/backup/backup/daily-backups.ts";
import { calendarRevocations } from "#server/features/calendar/google/permissions.ts";
import { googleCalendars } from "#server/features/calendar/google/sync.ts";
import { reminderChecks } from "#server/features/calendar/reminders/reminder-checks.ts";
import { subscribedCalendars } from "#server/features/calendar/subscriptions/refresh-job.ts";
import { forgetMovedFamilies } from "#server/features/cells/moved-families.ts";
import { familyMoves } from "#server/features/cells/moves/departures.ts";
import { deleteAbandonedMedia } from "#server/features/cells/moves/media.ts";
import { emptyFamilies } from "#server/features/families/empty-families.ts";
import { helloChecks } from "#server/features/hellos/hellos.ts";
import { guidePictureChecks } from "#server/features/help/guides/pictures.ts";
import { promiseChecks } from "#server/features/help/promises/promises.ts";
import { pictureChecks, voiceMessageChecks } from "#server/features/help/replies/files.ts";
import { helpSteps } from "#server/features/help/requests/delivery/steps.ts";
import { deleteOldRequests } from "#server/features/help/requests/retention.ts";
import { deleteAbandonedVideoCalls } from "#server/features/help/video-calls/video-calls.ts";
import { deleteOldDeliveries, webhookDeliveries } from "#server/features/help/webhook/deliveries.ts";
import { letterChecks } from "#server/features/letters/recipients.ts";
import { lightChecks } from "#server/features/lights/lights.ts";
import { operatorWarningJobs } from "#server/features/operator/warnings.ts";
import { accountDeletions } from "#server/features/personal-data/deletion/account-deletions.ts";
import { deletionListJob } from "#server/features/personal-data/deletion/deletion-list.ts";
import { familyDeletions } from "#server/features/personal-data/deletion/family-deletions.ts";
import { phoneRecordings } from "#server/features/phone-doors/recordings.ts";
import { weeklyTests } from "#server/features/reachability/testing/weekly-tests.ts";
import { familyChecks } from "#server/features/reachability/warnings.ts";
import { deleteExpiredAllowances } from "#server/platform/allowances/allowances.ts";
import { deleteOldLimitHits } from "#server/platform/allowances/limit-hits.ts";
import { finishThenStart, type Queue } from "#server/platform/jobs/queue.ts";
import type { ScheduledJob } from "#server/platform/jobs/scheduler.ts";
import { movedInTurn, moveMedia } from "#server/platform/media/moves.ts";
import { deleteOldStoredBytes } from "#server/platform/media/stored-bytes.ts";
import { ordinaryMessages, urgentMessages } from "#server/platform/messages/dispatch.ts";
import { deleteOldMessages } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { familyEvents } from "./family-events.ts";

/** Rows with a due time. Each queue has a worker of its own. They start in this order. */
export const queues: readonly Queue[] = [
  finishThenStart(urgentMessages.name, helpSteps, [promiseChecks, urgentMessages]),
  webhookDeliveries,
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
  helloChecks,
  lightChecks,
  letterChecks,
  phoneRecordings,
  familyMoves,
];

/** Jobs that are not about single rows, each with its interval. */
export const schedule = (world: World): ScheduledJob[] => [
  { name: "delete-old-activity", intervalSeconds: hourSeconds, run: () => deleteOldActivity(world) },
  {
    name: "delete-old-webhook-deliveries",
    intervalSeconds: hourSeconds,
    run: () => deleteOldDeliveries(world),
  },
  { name: "delete-old-messages", intervalSeconds: hourSeconds, run: () => deleteOldMessages(world) },
  { name: "delete-old-requests", intervalSeconds: hourSeconds, run: () => deleteOldRequests(world) },
  {
    name: "delete-expired-allowances",
    intervalSeconds: hourSeconds,
    run: () => deleteExpiredAllowances(world),
  },
  { name: "delete-old-limit-hits", intervalSeconds: hourSeconds, run: () => deleteOldLimitHits(world) },
  { name: "forget-moved-families", intervalSeconds: hourSeconds, run: () => forgetMovedFamilies(world) },
  {
    name: "move-media",
    intervalSeconds: minuteSeconds,
    run: async () => void (await moveMedia(world, movedInTurn)),
  },
  { name: "delete-abandoned-media", intervalSeconds: hourSeconds, run: () => deleteAbandonedMedia(world) },
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
