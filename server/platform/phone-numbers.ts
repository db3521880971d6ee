import { createRequire } from "node:module";
import { lacksCountry, needsCountry, readPhoneNumber } from "#contract/typed-words.ts";

const load = createRequire(import.meta.url);

// The library takes a tenth of a second to load, so it is loaded with the first phone number. This part of it also knows
// which numbers cost extra.
const library = (): typeof import("libphonenumber-js/max") => load("libphonenumber-js/max");

/** Applies the specification's rule to digits without separators. */
function withPrefix(digits: string): string {
  if (digits.startsWith("+")) return digits;
  return digits.startsWith("1") ? `+${digits}` : `+1${digits}`;
}

/** A phone number with everything that people write around it is shorter. */
const maxTypedLength = 200;

/** Returns the digits that were typed, with their + if they have one. */
function digitsIn(typed: string): string | undefined {
  const digits = typed.length > maxTypedLength ? "" : readPhoneNumber(typed);
  return /^\+?\d+$/.test(digits) ? digits : undefined;
}

function parse(typed: string) {
  const digits = digitsIn(typed);
  if (digits === undefined || lacksCountry(digits)) return undefined;
  const number = library().parsePhoneNumberFromString(withPrefix(digits));
  return number?.isPossible() ? number : undefined;
}

/** Says why a text is no phone number, in words for the person who typed it. */
export function wrongPhoneNumber(typed: string): string {
  const digits = digitsIn(typed) ?? "";
  return digits.length >= 10 && lacksCountry(digits)
    ? needsCountry
    : "That phone number doesn't exist. Please check it.";
}

/** Returns E.164, or undefined if there can be no such number. */
export const toE164 = (typed: string): string | undefined => parse(typed)?.number;

/** Works like toE164, but people in this country may leave out its prefix. */
export function toE164In(country: string, typed: string): string | undefined {
  const digits = digitsIn(typed);
  const { isSupportedCountry, getCountryCallingCode, parsePhoneNumberFromString } = library();
  const isAtHome = isSupportedCountry(country) && getCountryCallingCode(country) !== "1";
  if (!isAtHome || !digits || digits.startsWith("+")) return toE164(typed);
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isPossible() ? number.number : undefined;
}

/**
 * Returns which of these countries a number belongs to. Most numbers that start with +1 or +44 could belong to several
 * countries. Such a number counts for the first of them with its calling code.
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

export const extraCost = "That number costs extra to call or text. Please enter another one.";

const chargedTypes: readonly string[] = [
  "PREMIUM_RATE",
  "SHARED_COST",
  "PERSONAL_NUMBER",
  "PAGER",
  "VOICEMAIL",
];

/**
 * Whether a number belongs to a service, a pager or a satellite, where a call or text costs extra or reaches no person.
 * Whoever owns such a number earns from each text. Where a number is not assigned, its neighbors' kind counts.
 */
export function costsExtra(phoneNumber: string): boolean {
  const number = parse(phoneNumber);
  if (!number) return false;
  const { countryCallingCode, nationalNumber } = number;
  const neighbor = parse(`+${countryCallingCode}${nationalNumber.slice(0, 3)}2345678`);
  const type = number.getType() ?? neighbor?.getType() ?? "";
  return number.isNonGeographic() || chargedTypes.includes(type);
}
