import { sql } from "kysely";
import { callNumber } from "#server/features/families/queries.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import type { DueRows } from "#server/platform/jobs/due-rows.ts";
import type { RequestKey } from "../requests/lifecycle-queries.ts";

export type HelpPromise = Row<"help_promises">;

export const duePromises: DueRows<"help_promises"> = {
  table: "help_promises",
  keys: ["family_id", "id"],
  due: "check_at",
  where: sql`check_at is not null and ended_at is null`,
};

export async function insertPromise(trx: Db, promise: NewRow<"help_promises">): Promise<void> {
  await trx.insertInto("help_promises").values(promise).execute();
}

const openPromises = (trx: Db, { family_id, id }: RequestKey) =>
  trx
    .updateTable("help_promises")
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", id)
    .where("ended_at", "is", null);

/** Ends the open promise about a request. A person's id limits this to what that person promised. */
export async function endPromise(
  trx: Db,
  request: RequestKey,
  at: Date,
  personId: number | null = null,
): Promise<void> {
  await openPromises(trx, request)
    .$if(personId !== null, (query) => query.where("person_id", "=", personId))
    .set({ ended_at: at })
    .execute();
}

/** Stores what the person who asked says about a promise, once they were asked. */
export const storeOutcome = (trx: Db, request: RequestKey, isKept: boolean, at: Date) =>
  openPromises(trx, request)
    .where("asked_at", "is not", null)
    .set({ ended_at: at, is_kept: isKept })
    .returning("person_id")
    .executeTakeFirst();

/** Returns false when the promise has ended, or was checked by another server, since it was claimed. */
export async function storeCheck(
  trx: Db,
  { family_id, id, check_at }: HelpPromise,
  checked: Pick<HelpPromise, "check_at"> & Partial<Pick<HelpPromise, "reminded_at" | "asked_at">>,
): Promise<boolean> {
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

export async function findAskerId(db: Db, { family_id, id }: RequestKey): Promise<number> {
  const { asked_by } = await db
    .selectFrom("help_requests")
    .select("asked_by")
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return asked_by;
}

/**
 * Finds what these messages say, as long as they are wanted: a reminder while the same person helps, and the question
 * while the promise is open. A recipient who has left the family since is left out.
 */
export const findPromiseMessages = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("memberships as b", (join) =>
      join.onRef("b.family_id", "=", "m.family_id").onRef("b.person_id", "=", "m.person_id"),
    )
    .innerJoin("help_requests as r", (join) =>
      join
        .onRef("r.family_id", "=", "m.family_id")
        .onRef("r.id", "=", "m.subject_id")
        .on("r.closed_at", "is", null),
    )
    .innerJoin("people as asker", "asker.id", "r.asked_by")
    .leftJoin("people as helper", "helper.id", "r.helper_id")
    .leftJoin("help_promises as p", (join) =>
      join
        .onRef("p.family_id", "=", "r.family_id")
        .onRef("p.help_request_id", "=", "r.id")
        .on("p.ended_at", "is", null),
    )
    .select(["m.id as message_id", "m.about", "r.family_id", "r.id as help_request_id", "r.phrase"])
    .select(["asker.username as asker", "helper.username as helper", "p.kind"])
    .select(callNumber("asker").as("asker_phone_number"))
    .where("m.id", "in", [...messageIds])
    .where(({ eb, and, or }) =>
      or([
        and([
          eb("m.about", "=", "DUE"),
          eb("r.helper_id", "=", eb.ref("m.person_id")),
          eb("p.reminded_at", "is not", null),
        ]),
        and([eb("m.about", "=", "ASKED"), eb("p.asked_at", "is not", null)]),
        and([eb("m.about", "=", "MISSED"), eb("r.helper_id", "is distinct from", eb.ref("m.person_id"))]),
      ]),
    )
    .$narrowType<{ about: "DUE" | "ASKED" | "MISSED" }>()
    .execute();
