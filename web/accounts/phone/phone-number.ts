// What people write between the digits; some keyboards use other dashes and spaces than the plain ones.
const between = /[\s()[\]\-\u2010-\u2015\u2212]/g;

/** A phone number as typed, without what people write between its digits: what the rule is applied to. */
export const readPhoneNumber = (typed: string): string => typed.replace(between, "");

/** With its country: a leading + stays, any other number is taken for an American one. */
export function normalizePhoneNumber(phoneNumber: string): string {
  if (phoneNumber.startsWith("+")) return phoneNumber;
  return phoneNumber.startsWith("1") ? `+${phoneNumber}` : `+1${phoneNumber}`;
}

/** As people write it: "(614) 555-0142" for an American number. */
export const shownPhoneNumber = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
