import { type RawBuilder, sql } from "kysely";
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import type { SubscribedCalendar, ZonedCalendar } from "../subscriptions/queries.ts";

type CalendarKey = Pick<SubscribedCalendar, "family_id" | "id">;
type Connection = Row<"calendar_connections">;
type Attempt = Row<"calendar_connection_attempts">;
export type Revocation = Row<"calendar_revocations">;

// Attempts to connect

export const deleteExpiredAttempts = (db: Db, now: Date) =>
  db.deleteFrom("calendar_connection_attempts").where("expires_at", "<=", now).execute();

export const insertAttempt = (db: Db, attempt: Attempt) =>
  db.insertInto("calendar_connection_attempts").values(attempt).execute();

type AttemptKey = Omit<Attempt, "expires_at">;

/** Returns false if there is no such attempt, or it has expired. */
export async function updateAttempt(
  db: Db,
  attempt: AttemptKey,
  changes: Pick<Attempt, "state_hash" | "expires_at">,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("calendar_connection_attempts")
    .set(changes)
    .where((eb) => eb.and({ ...attempt }))
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const findAttempt = (db: Db, attempt: AttemptKey, now: Date) =>
  db
    .selectFrom("calendar_connection_attempts")
    .select("session_id")
    .where((eb) => eb.and({ ...attempt }))
    .where("expires_at", ">", now)
    .executeTakeFirst();

export const deleteAttempt = (db: Db, attempt: AttemptKey) =>
  db
    .deleteFrom("calendar_connection_attempts")
    .where((eb) => eb.and({ ...attempt }))
    .execute();

// The connection

export const findConnection = (db: Db, familyId: number) =>
  db.selectFrom("calendar_connections").selectAll().where("family_id", "=", familyId).executeTakeFirst();

/** Locks the connection: nobody else can choose calendars or connect another account until the transaction ends. */
export const lockConnection = (trx: Db, familyId: number, subject: string) =>
  trx
    .selectFrom("calendar_connections")
    .select("subject")
    .where("family_id", "=", familyId)
    .where("subject", "=", subject)
    .forUpdate()
    .executeTakeFirst();

/** Replaces a connection with another account, whose calendars are deleted with it. */
export async function upsertConnection(
  trx: Db,
  { family_id, ...connection }: NewRow<"calendar_connections">,
): Promise<void> {
  await trx
    .deleteFrom("calendar_connections")
    .where("family_id", "=", family_id)
    .where("subject", "<>", connection.subject)
    .execute();
  await trx
    .insertInto("calendar_connections")
    .values({ family_id, ...connection })
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet(connection))
    .execute();
}

/** Does nothing if somebody has reconnected the account in the meantime. */
export const markRevoked = (
  trx: Db,
  { family_id, sealed_refresh_token }: Pick<Connection, "family_id" | "sealed_refresh_token">,
  now: Date,
) =>
  trx
    .updateTable("calendar_connections")
    .set({ revoked_at: now })
    .where("family_id", "=", family_id)
    .where("sealed_refresh_token", "=", sealed_refresh_token)
    .where("revoked_at", "is", null)
    .execute();

/** Returns undefined if there was none. */
export const deleteConnection = (trx: Db, familyId: number) =>
  trx
    .deleteFrom("calendar_connections")
    .where("family_id", "=", familyId)
    .returning("family_id")
    .executeTakeFirst();

/** A family that has connected this account. */
export const findFamilyWith = (db: Db, subject: string) =>
  db
    .selectFrom("calendar_connections")
    .select("family_id")
    .where("subject", "=", subject)
    .limit(1)
    .executeTakeFirst();

// Permissions that have to be revoked

export const deleteRevocation = (db: Db, { family_id, id }: Revocation) =>
  db.deleteFrom("calendar_revocations").where("family_id", "=", family_id).where("id", "=", id).execute();

export const postponeRevocation = (db: Db, { family_id, id }: Revocation, due_at: Date) =>
  db
    .updateTable("calendar_revocations")
    .set({ due_at })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();

// Calendars and their events

/** Locks a calendar, and returns its sync token. */
export const lockSyncToken = (trx: Db, { family_id, id }: CalendarKey) =>
  trx
    .selectFrom("subscribed_calendars")
    .select("etag")
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateSyncToken = (trx: Db, { family_id, id }: ZonedCalendar, etag: string) =>
  trx
    .updateTable("subscribed_calendars")
    .set({ etag })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();

/** One calendar of the connected account is due, or all of them. */
export const makeDue = (trx: Db, familyId: number, now: Date, id?: number) =>
  trx
    .updateTable("subscribed_calendars")
    .set({ due_at: now })
    .where("family_id", "=", familyId)
    .where("purpose", "=", "google")
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .execute();

/** Maps Google's ids to the events. */
export async function findGoogleEvents(
  db: Db,
  { family_id, id }: CalendarKey,
): Promise<Map<string, GoogleEvent>> {
  const rows = await db
    .selectFrom("google_events")
    .select(["google_id", "event"])
    .where("family_id", "=", family_id)
    .where("calendar_id", "=", id)
    .execute();
  return new Map(rows.map(({ google_id, event }) => [google_id, event]));
}

/** Drops characters that PostgreSQL cannot store. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;

/** The events as records, passed as one parameter, because a calendar has more values than a statement may have parameters. */
const recordsOf = (events: ReadonlyMap<string, GoogleEvent>) => {
  const records = [...events].map(([google_id, event]) => ({ google_id, event }));
  const json: RawBuilder<{ google_id: string; event: string }> = sql`jsonb_to_recordset(${JSON.stringify(
    records,
    storable,
  )}::jsonb)`;
  return json.as<"found">(sql`found(google_id text, event jsonb)`);
};

/** Writes only what differs. */
export async function replaceGoogleEvents(
  trx: Db,
  { family_id, id }: CalendarKey,
  events: ReadonlyMap<string, GoogleEvent>,
): Promise<void> {
  await trx
    .deleteFrom("google_events")
    .where("family_id", "=", family_id)
    .where("calendar_id", "=", id)
    .where(({ eb, selectFrom }) =>
      eb("google_id", "not in", selectFrom(recordsOf(events)).select("found.google_id")),
    )
    .execute();
  await trx
    .insertInto("google_events")
    .columns(["family_id", "calendar_id", "google_id", "event"])
    .expression((eb) =>
      eb
        .selectFrom(recordsOf(events))
        .select([sql<number>`${family_id}::integer`.as("family_id")])
        .select([sql<number>`${id}::bigint`.as("calendar_id")])
        .select(["found.google_id", "found.event"]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "calendar_id", "google_id"])
        .doUpdateSet((eb) => ({ event: eb.ref("excluded.event") }))
        .whereRef("google_events.event", "<>", "excluded.event"),
    )
    .execute();
}
