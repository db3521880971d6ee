/** The path to come back to after signing in. It stays in this tab, also while the whole page is at a provider. */
const redirectKey = "redirectAfterLogin";

/** Returns the path if it stays inside the app, otherwise undefined. */
export function pathInside(remembered: string | null, origin: string): string | undefined {
  // Browsers read a backslash as a slash and drop control characters.
  if (!remembered || !/^\/[^\\\p{Cc}]*$/u.test(remembered)) return undefined;
  const { origin: leadsTo, pathname, search, hash } = new URL(remembered, origin);
  return leadsTo === origin && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}

export const forgetPlace = (): void => sessionStorage.removeItem(redirectKey);

/** Remembers the open page, which people leave to sign in. Home is where they arrive anyway. */
export function rememberPlace(): void {
  const { pathname, search, hash } = location;
  const place = pathname + search + hash;
  if (place === "/" || pathname === "/admin-login") forgetPlace();
  else sessionStorage.setItem(redirectKey, place);
}

/** The page to open after signing in, if one is remembered and it is inside the app. */
export const rememberedPlace = (): string | undefined =>
  pathInside(sessionStorage.getItem(redirectKey), location.origin);
