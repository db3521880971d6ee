// Runs what is due now. The tests' servers have no workers, so that nothing happens between two lines of a test.
import { googleCalendars } from "#server/features/calendar/google/sync.ts";
import { reminderChecks } from "#server/features/calendar/reminders/reminder-checks.ts";
import { subscribedCalendars } from "#server/features/calendar/subscriptions/refresh-job.ts";
import { helloChecks } from "#server/features/hellos/hellos.ts";
import { guidePictureChecks } from "#server/features/help/guides/pictures.ts";
import { pictureChecks, voiceMessageChecks } from "#server/features/help/replies/files.ts";
import { webhookDeliveries } from "#server/features/help/webhook/deliveries.ts";
import { letterChecks } from "#server/features/letters/recipients.ts";
import { lightChecks } from "#server/features/lights/lights.ts";
import { weeklyTests } from "#server/features/reachability/testing/weekly-tests.ts";
import { familyChecks } from "#server/features/reachability/warnings.ts";
import { type Queue, runDue } from "#server/platform/jobs/queue.ts";
import { ordinaryMessages, urgentMessages } from "#server/platform/messages/dispatch.ts";
import type { World } from "#server/platform/world.ts";
import { queues } from "#server/schedule.ts";

async function runQueues(world: World, wanted: readonly Queue[]): Promise<void> {
  for (const queue of wanted) await runDue(world, queue);
}

/** One pass over the steps and messages of help requests. Work that it causes is due in the next pass. */
export async function deliverDue(world: World): Promise<void> {
  const urgent = queues.find(({ name }) => name === urgentMessages.name);
  if (!urgent) throw new Error("There is no queue of urgent messages.");
  const { finished, failure } = await urgent.startDue(world);
  await finished;
  if (failure !== undefined) throw failure;
}

/** Ends the messages and steps of earlier requests, so that a test sees only its own. */
export async function endDueHelp({ database: { kysely } }: World): Promise<void> {
  await kysely.deleteFrom("messages").execute();
  await kysely.updateTable("help_requests").set({ next_step_at: null }).execute();
  await kysely.updateTable("help_promises").set({ check_at: null }).execute();
}

export const tellPrograms = (world: World) => runQueues(world, [webhookDeliveries]);

/** Deletes the pictures that have expired. */
export const checkPictures = (world: World) => runQueues(world, [pictureChecks, guidePictureChecks]);

/** Deletes the voice messages that have expired. */
export const checkVoiceMessages = (world: World) => runQueues(world, [voiceMessageChecks]);

/** Deletes the hellos that nobody has loved. */
export const checkHellos = (world: World) => runQueues(world, [helloChecks]);

/** Checks the lights, and tells those who are told that one stays dark. */
export const checkLights = (world: World) => runQueues(world, [lightChecks, ordinaryMessages]);

/** Adds the letters that are due to the outbox, and sends them. */
export const sendLetters = (world: World) => runQueues(world, [letterChecks, ordinaryMessages]);

export const sendMessages = (world: World) => runQueues(world, [ordinaryMessages]);

export const sendReminders = (world: World) => runQueues(world, [reminderChecks, ordinaryMessages]);

export const checkReachability = (world: World) =>
  runQueues(world, [weeklyTests, familyChecks, ordinaryMessages]);

export const refreshCalendars = (world: World) => runQueues(world, [subscribedCalendars]);

export const syncGoogleCalendars = (world: World) => runQueues(world, [googleCalendars]);
