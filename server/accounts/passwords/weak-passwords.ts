import { dictionary } from "@zxcvbn-ts/language-common";
import { Invalid } from "#server/errors.ts";

// The list is sorted by how often a password was found in public leaks, all in small letters.
const mostCommon = new Set(dictionary["passwords-common"].slice(0, 10_000));

/** NIST SP 800-63B asks to compare a new password with those that are known to be common. */
export function refuseCommonPassword(password: string): void {
  if (!mostCommon.has(password.toLowerCase())) return;
  const message = "This password is one of the most common ones. Please choose another.";
  throw new Invalid(message, { password: message });
}
