// What the device keeps of the family: whom to phone and which number to dial, also without a connection.
import type { Family } from "#contract/families.ts";

const key = "porchlight-family";

export function keepFamily(family: Family): void {
  try {
    localStorage.setItem(key, JSON.stringify(family));
  } catch {
    // Full, or a browser that keeps nothing: the page still has it.
  }
}

export function keptFamily(): Family | undefined {
  try {
    const family: Family = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(family.members) ? family : undefined;
  } catch {
    return undefined;
  }
}

/** After signing out only the emergency number stays. */
export function forgetMembers(): void {
  const family = keptFamily();
  if (family) keepFamily({ ...family, members: [] });
}
