import { Invalid } from "../errors.ts";

// By name only: PostgreSQL reads "+05:30" with the sign the other way round.
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
  const message = "We do not know this time zone.";
  throw new Invalid(message, { timeZone: message });
}
