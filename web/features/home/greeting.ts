import type { Role } from "#contract/families.ts";

/** The greeting before 12, from 12, and from 17, with the name of an emoji drawing. */
export function greetingAt(time: string): { words: string; sky: string } {
  const hour = Number(time.slice(0, 2));
  if (hour < 12) return { words: "Good morning", sky: "sun" };
  if (hour < 17) return { words: "Good afternoon", sky: "sun-behind-cloud" };
  return { words: "Good evening", sky: "crescent-moon" };
}

interface Greeted {
  role: Role | null;
  grandparentNames: string | null;
  /** The person's name: undefined until the server has answered, and empty if it knows none. */
  name: string | undefined;
}

/** The names to greet by: the chosen names, or the person's own. Only a grandparent without any name gets a default. */
export function greetedAs({ role, grandparentNames, name }: Greeted): string {
  if (grandparentNames) return grandparentNames;
  return name === "" && role === "grandparent" ? "Grandma & Grandpa" : (name ?? "");
}
