import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

// A tenth of a second to load: at the first phone number, not at the start.
const library = (): typeof import("libphonenumber-js") => load("libphonenumber-js");

/** The specification's rule, once the signs that people type between digits are gone. */
function withPrefix(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  if (digits.startsWith("+")) return digits;
  return digits.startsWith("1") ? `+${digits}` : `+1${digits}`;
}

function parse(typed: string) {
  const text = withPrefix(typed);
  const number = /^\+\d+$/.test(text) ? library().parsePhoneNumberFromString(text) : undefined;
  return number?.isPossible() ? number : undefined;
}

/** E.164, or nothing when there can be no such number. */
export const toE164 = (typed: string): string | undefined => parse(typed)?.number;

/**
 * Which of these countries a number belongs to. One that does not tell (most of +1 and +44 can be shared)
 * belongs to the first of them with its calling code.
 */
export function countryOf(phoneNumber: string, among: readonly string[]): string | undefined {
  const number = parse(phoneNumber);
  if (!number) return undefined;
  if (number.country) return among.find((country) => country === number.country);
  const { isSupportedCountry, getCountryCallingCode } = library();
  return among
    .filter((country) => isSupportedCountry(country))
    .find((country) => getCountryCallingCode(country) === number.countryCallingCode);
}
