/** Keeps the path to come back to in this tab, while the whole page is at a sign-in provider. */
export const redirectKey = "redirectAfterLogin";

/** Returns the path if it stays inside the app, otherwise undefined. */
export function pathInside(kept: string | null, origin: string): string | undefined {
  // Browsers read a backslash as a slash and drop control characters.
  if (!kept || !/^\/[^\\\p{Cc}]*$/u.test(kept)) return undefined;
  const { origin: leadsTo, pathname, search } = new URL(kept, origin);
  return leadsTo === origin && !pathname.startsWith("//") ? pathname + search : undefined;
}
