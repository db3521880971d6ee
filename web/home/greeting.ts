import type { Role } from "#contract/families.ts";

/** The sun before 12, a sun behind a cloud from 12, the moon from 17. The names are those of the emoji drawings. */
export function skyAt(time: string): string {
  const hour = Number(time.slice(0, 2));
  if (hour < 12) return "sun";
  return hour < 17 ? "sun-behind-cloud" : "crescent-moon";
}

interface Greeted {
  role: Role | null;
  grandparentNames: string | null;
  /** The person's name, once it is known. */
  name: string | undefined;
}

/** The names to greet by: the chosen names, a default for grandparents, or the person's own name. */
export function greetedAs({ role, grandparentNames, name }: Greeted): string {
  if (grandparentNames) return grandparentNames;
  return role === "grandparent" ? "Grandma & Grandpa" : (name ?? "");
}
