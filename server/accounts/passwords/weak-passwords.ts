import { dictionary } from "@zxcvbn-ts/language-common";
import { Invalid } from "#server/errors.ts";

// The list is in lower case, sorted by how often each password was found in public leaks.
const mostCommon = new Set(dictionary["passwords-common"].slice(0, 10_000));

/** NIST SP 800-63B requires that new passwords are compared with common ones. */
export function refuseCommonPassword(password: string): void {
  if (!mostCommon.has(password.toLowerCase())) return;
  const message = "This password is one of the most common ones. Please choose another.";
  throw new Invalid(message, { password: message });
}
