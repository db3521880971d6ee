import { DatabaseError } from "pg";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import { tryTimeZone } from "./queries.ts";

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
    await tryTimeZone(db, timeZone);
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
