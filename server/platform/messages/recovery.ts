// Detects within about a minute that a provider is back. Then waiting messages are sent without waiting for their own
// retry.
import { sql } from "kysely";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { queueNames } from "./outbox.ts";

/** A single full mailbox looks like a mail server that is down, so the probes end after this time. */
const probedForMs = hourMs;
const probeEveryMs = minuteMs;

/** For each channel without an attempt in the last minute, makes the urgent message due that was tried longest ago. */
export async function probeProviders(db: Db, now: Date): Promise<void> {
  await db
    .with(
      (name) => name("failed").materialized(),
      (query) =>
        query
          .selectFrom("messages")
          .select(["id", "channel", "lease_until"])
          .where("state", "=", "WAITING")
          .where("is_urgent", "=", true)
          .where("attempts", ">", 0)
          .where("created_at", ">", new Date(now.getTime() - probedForMs)),
    )
    .with("longest_untried", (query) =>
      query
        .selectFrom("failed")
        .distinctOn("channel")
        .select(({ fn }) => [
          "id",
          fn
            .max("lease_until")
            .over((over) => over.partitionBy("channel"))
            .as("tried_at"),
        ])
        .orderBy("channel")
        .orderBy("lease_until")
        .orderBy("id"),
    )
    .updateTable("messages as m")
    .from("longest_untried as u")
    .set({ due_at: now })
    .whereRef("m.id", "=", "u.id")
    .where("m.state", "=", "WAITING")
    .where("m.due_at", ">", now)
    .where("u.tried_at", "<=", new Date(now.getTime() - probeEveryMs))
    .execute();
}

/** The urgent ones come first: one minute's worth at fifty a second. */
const maxRetried = 3_000;
const turnMs = 20;
/** A message that is due about as soon anyway keeps its time. */
const soonSeconds = 15;

/** A message was accepted that had failed before, so the others that failed on its channel become due too. */
export async function retryOthers(db: Db, channel: Channel, now: Date): Promise<void> {
  const retried = await db
    .with(
      (name) => name("turns").materialized(),
      (query) =>
        query
          .selectFrom("messages")
          .select([
            "id",
            sql<Date>`${now}::timestamptz + row_number() over (order by is_urgent desc, due_at, id)
              * make_interval(secs => ${turnMs / 1_000})`.as("turn"),
          ])
          .where("state", "=", "WAITING")
          .where("channel", "=", channel)
          .where("attempts", ">", 0)
          .where("lease_until", "<=", now)
          .orderBy("is_urgent", "desc")
          .orderBy("due_at")
          .orderBy("id")
          .limit(maxRetried),
    )
    .with("later", (query) =>
      query
        .selectFrom("turns as t")
        // Each is found by its id alone. A plain join may read all that wait once for each of them.
        .innerJoinLateral(
          ({ selectFrom }) =>
            selectFrom("messages")
              .select(["id", "state", "due_at"])
              .whereRef("messages.id", "=", "t.id")
              .offset(0)
              .forUpdate()
              .skipLocked()
              .as("m"),
          (join) => join.onTrue(),
        )
        .select(["m.id", "t.turn"])
        .where("m.state", "=", "WAITING")
        .where("m.due_at", ">", sql<Date>`t.turn + make_interval(secs => ${soonSeconds})`),
    )
    .updateTable("messages as m")
    .from("later as l")
    .set(({ ref }) => ({ due_at: ref("l.turn") }))
    .whereRef("m.id", "=", "l.id")
    .returning("m.id")
    .execute();
  if (retried.length === 0) return;
  for (const queue of Object.values(queueNames)) await wake(db, queue);
}
