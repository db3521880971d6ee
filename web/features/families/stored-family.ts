// The family as this device stores it, so that people can be called without a connection.
import type { Family } from "#contract/families.ts";
import { untilSignOut } from "#web/platform/api/session.ts";

const key = `${untilSignOut}family`;
const emergencyKey = "porchlight-emergency-number";

export function storeFamily(family: Family): void {
  try {
    localStorage.setItem(key, JSON.stringify(family));
    localStorage.setItem(emergencyKey, family.emergencyNumber);
  } catch {
    // The storage is full or not available. The page still has the family.
  }
}

export function storedFamily(): Family | undefined {
  try {
    const family: Family = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(family.members) ? family : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the stored family unless it is one of these. */
export function forgetOtherFamilies(familyIds: readonly number[]): void {
  const family = storedFamily();
  if (family && !familyIds.includes(family.id)) localStorage.removeItem(key);
}

/** The last known emergency number. It is not personal, so it stays when the family is forgotten. */
export function storedEmergencyNumber(): string | null {
  try {
    return localStorage.getItem(emergencyKey);
  } catch {
    return null;
  }
}
