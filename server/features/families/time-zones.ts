import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";

// Only names are accepted, because PostgreSQL reads "+05:30" with the opposite sign.
const byName = /^[A-Za-z]/;

function isKnownHere(timeZone: string): boolean {
  try {
    return byName.test(timeZone) && Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

const invalidParameterValue = "22023";

/** Some old names that JavaScript knows, such as US/Pacific-New, are unknown to PostgreSQL. */
async function isKnownToDatabase(db: Db, timeZone: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${timeZone}::text`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === invalidParameterValue) return false;
    throw error;
  }
}

/** Every zone is checked here before it is stored. Not for use in a transaction, which an unknown zone would abort. */
export async function knownTimeZone(db: Db, timeZone = "UTC"): Promise<string> {
  if (isKnownHere(timeZone) && (await isKnownToDatabase(db, timeZone))) return timeZone;
  const message = "We don't know this time zone.";
  throw new Invalid(message, { timeZone: message });
}

/**
 * SQL for the time at which the day after that of $2 begins for family $1. Where clocks are set back over midnight,
 * the day begins before its last 00:00. So each quarter of an hour before that is checked: time zones differ by
 * multiples of a quarter of an hour.
 */
export const nextDay = `(select min(start) from families
    cross join lateral (select ($2::timestamptz at time zone time_zone)::date as today) as clock
    cross join lateral (select (today + 1)::timestamp at time zone time_zone as midnight) as last
    cross join generate_series(midnight - interval '3 hours', midnight, interval '15 minutes') as start
    where id = $1 and (start at time zone time_zone)::date > today)`;

export async function timeZoneOf(db: Db, familyId: number): Promise<string> {
  const family = db.selectFrom("families").select("time_zone").where("id", "=", familyId);
  return (await family.executeTakeFirstOrThrow()).time_zone;
}
