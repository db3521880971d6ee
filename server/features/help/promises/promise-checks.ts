// Reminds a helper at the time that they promised, and asks afterwards whether they called or came.
import { sql } from "kysely";
import { minuteMs } from "#contract/durations.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOfPeople, quietChannelsOf } from "#server/platform/messages/channels.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { promiseMessage } from "./promise-kind.ts";
import { askAfterMinutes } from "./promises.ts";

type HelpPromise = Row<"help_promises">;
type Checked = Pick<HelpPromise, "check_at"> & Partial<Pick<HelpPromise, "reminded_at" | "asked_at">>;

/** Returns false when the promise has ended, or was checked by another server, since it was claimed. */
async function store(trx: Db, { family_id, id, check_at }: HelpPromise, checked: Checked): Promise<boolean> {
  const stored = await trx
    .updateTable("help_promises")
    .set(checked)
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .where("check_at", "=", check_at)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

const messageAbout = ({ family_id, help_request_id }: HelpPromise, about: "DUE" | "ASKED") => ({
  kind: promiseMessage,
  about,
  subjectId: help_request_id,
  familyId: family_id,
});

async function remindHelper(world: World, promise: HelpPromise, dueAt: Date): Promise<void> {
  const now = world.clock.now();
  const [helper] = await channelsOfPeople(world, [promise.person_id]);
  const message = { ...messageAbout(promise, "DUE"), personId: promise.person_id };
  await world.database.kysely.transaction().execute(async (trx) => {
    const check_at = new Date(dueAt.getTime() + askAfterMinutes * minuteMs);
    if (!(await store(trx, promise, { check_at, reminded_at: now }))) return;
    await enqueue(
      trx,
      (helper?.channels ?? []).map((channel) => ({ ...message, channel })),
      now,
    );
  });
}

/**
 * The question is on the screen of the person who needs help. A message that leads there is sent only over a channel
 * that wakes somebody at no cost.
 */
async function askWhetherKept(world: World, promise: HelpPromise): Promise<void> {
  const { kysely } = world.database;
  const now = world.clock.now();
  const { asked_by: personId } = await kysely
    .selectFrom("help_requests")
    .select("asked_by")
    .where("family_id", "=", promise.family_id)
    .where("id", "=", promise.help_request_id)
    .executeTakeFirstOrThrow();
  await kysely.transaction().execute(async (trx) => {
    if (!(await store(trx, promise, { check_at: null, asked_at: now }))) return;
    const quiet = await quietChannelsOf(world, trx, [personId]);
    await enqueue(
      trx,
      quiet.map((to) => ({ ...messageAbout(promise, "ASKED"), ...to })),
      now,
    );
    await publish(trx, promise.family_id, "help-requests");
  });
}

export const promiseChecks = new RowQueue({
  name: "promise-checks",
  rows: {
    table: "help_promises",
    keys: ["family_id", "id"],
    due: "check_at",
    where: sql`check_at is not null and ended_at is null`,
  },
  concurrency: 4,
  process: (world, promise) =>
    promise.due_at && !promise.reminded_at
      ? remindHelper(world, promise, promise.due_at)
      : askWhetherKept(world, promise),
});
