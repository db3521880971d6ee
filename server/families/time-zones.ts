import type { Db } from "#server/db/schema.ts";
import { Invalid } from "#server/errors.ts";

// Only names are accepted, because PostgreSQL reads "+05:30" with the opposite sign.
const byName = /^[A-Za-z]/;

function isKnown(timeZone: string): boolean {
  try {
    return byName.test(timeZone) && Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

export function knownTimeZone(timeZone = "UTC"): string {
  if (isKnown(timeZone)) return timeZone;
  const message = "We don't know this time zone.";
  throw new Invalid(message, { timeZone: message });
}

export async function timeZoneOf(db: Db, familyId: number): Promise<string> {
  const family = db.selectFrom("families").select("time_zone").where("id", "=", familyId);
  return (await family.executeTakeFirstOrThrow()).time_zone;
}
