/** A path inside the app, or nothing where it could lead elsewhere. */
export function pathInside(kept: string | null, origin: string): string | undefined {
  // Browsers read a backslash as a slash, and leave control characters out.
  if (!kept || !/^\/[^\\\p{Cc}]*$/u.test(kept)) return undefined;
  const { origin: leadsTo, pathname, search } = new URL(kept, origin);
  return leadsTo === origin && !pathname.startsWith("//") ? pathname + search : undefined;
}
