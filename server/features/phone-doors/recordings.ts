// What people have said on the phone. It is fetched from the provider when it is ready there, becomes a voice message in the
// thread of a request or a hello, and is then deleted at the provider.
import { dayMs } from "#contract/durations.ts";
import { giveVoiceMessage } from "#server/features/hellos/hellos.ts";
import { addVoiceMessage } from "#server/features/help/replies/files.ts";
import type { Row } from "#server/platform/db/schema.ts";
import { isRefusal, TooMany, Unavailable } from "#server/platform/errors.ts";
import { pauseAfter } from "#server/platform/jobs/due-rows.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { recordingOfCall } from "#server/platform/media/phone-recordings.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import type { CallRecording, World } from "#server/platform/world.ts";
import { asMember, type Caller } from "./callers.ts";
import { deleteRecording, findCaller, insertRecording, postponeRecording } from "./queries.ts";

const queueName = "phone-recordings";

/** Providers delete what nobody has fetched for longer. */
const maxAgeMs = dayMs;

/** Has a recording fetched in the background. Nobody waits for it. */
export async function fetchLater(
  { database, clock }: World,
  caller: Caller,
  recording: CallRecording | undefined,
  helpRequestId: number | null,
): Promise<void> {
  if (!recording) return;
  const { familyId, id: personId } = caller;
  await database.kysely.transaction().execute(async (trx) => {
    await insertRecording(trx, { familyId, personId, helpRequestId, recording, at: clock.now() });
    await wake(trx, queueName);
  });
}

type Due = Row<"phone_recordings">;

/** Stores it once: its id is the key of the voice message. */
async function store(world: World, caller: Caller, { help_request_id, id }: Due, upload: Uint8Array) {
  const key = `phone-recording ${id}`;
  if (help_request_id === null) await giveVoiceMessage(world, asMember(caller), { key }, upload);
  else await addVoiceMessage(world, asMember(caller), help_request_id, upload, key);
}

/** Whether another attempt can succeed. A request that was closed in the meantime takes nothing more. */
function isFinal(error: unknown): boolean {
  if (error instanceof SendError) return error.kind === "permanent";
  return isRefusal(error) && !(error instanceof TooMany || error instanceof Unavailable);
}

/** The family may have turned off hellos, or closed the door, since the call. */
async function findSender({ database }: World, { family_id, person_id, help_request_id }: Due) {
  const caller = await findCaller(database.reads, { familyId: family_id, personId: person_id });
  return help_request_id !== null || caller?.hasHellos ? caller : undefined;
}

async function keep(world: World, due: Due, recording: CallRecording): Promise<void> {
  const caller = await findSender(world, due);
  if (!caller) return;
  try {
    const upload = recordingOfCall(await world.senders.recordings.fetch(recording));
    if (upload) await store(world, caller, due, upload);
  } catch (err) {
    if (!isFinal(err)) throw err;
    world.log.warn({ err, familyId: due.family_id }, "a recording of a call could not be kept");
  }
}

export const phoneRecordings = new RowQueue({
  name: queueName,
  rows: { table: "phone_recordings", keys: ["family_id", "id"], due: "fetch_at", attempts: "attempts" },
  concurrency: 2,
  async process(world, due) {
    const { kysely } = world.database;
    const { id, url, seconds } = due;
    const recording = { id, url, seconds };
    const now = world.clock.now();
    const isOld = now.getTime() - due.recorded_at.getTime() > maxAgeMs;
    try {
      if (!isOld) await keep(world, due, recording);
      await world.senders.recordings.delete(recording);
    } catch (err) {
      world.log.warn(
        { err, familyId: due.family_id },
        "a recording of a call could not be fetched or deleted",
      );
      if (!isOld) {
        const again = new Date(now.getTime() + pauseAfter(due.attempts));
        return await postponeRecording(kysely, due, again);
      }
    }
    return await deleteRecording(kysely, due);
  },
});
