import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

// A tenth of a second to load: at the first phone number, not at the start.
const library = (): typeof import("libphonenumber-js") => load("libphonenumber-js");

// What people type between digits.
const between = /[\s().-]/g;

/** The specification's rule, once the signs between the digits are gone. */
function withPrefix(digits: string): string {
  if (digits.startsWith("+")) return digits;
  return digits.startsWith("1") ? `+${digits}` : `+1${digits}`;
}

function parse(typed: string) {
  const text = withPrefix(typed.replace(between, ""));
  const number = /^\+\d+$/.test(text) ? library().parsePhoneNumberFromString(text) : undefined;
  return number?.isPossible() ? number : undefined;
}

/** E.164, or nothing when there can be no such number. */
export const toE164 = (typed: string): string | undefined => parse(typed)?.number;

/** The same for a number that people in this country may write without its prefix. */
export function toE164In(country: string, typed: string): string | undefined {
  const digits = typed.replace(between, "");
  const { isSupportedCountry, getCountryCallingCode, parsePhoneNumberFromString } = library();
  const isAtHome = isSupportedCountry(country) && getCountryCallingCode(country) !== "1";
  if (!isAtHome || !/^\d+$/.test(digits)) return toE164(typed);
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isPossible() ? number.number : undefined;
}

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
