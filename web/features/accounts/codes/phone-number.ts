/** Adds the country code. A number without a leading + counts as American. */
export function normalizePhoneNumber(phoneNumber: string): string {
  if (phoneNumber.startsWith("+")) return phoneNumber;
  return phoneNumber.startsWith("1") ? `+${phoneNumber}` : `+1${phoneNumber}`;
}

/** Formats an American number as "(614) 555-0142". */
export const shownPhoneNumber = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
