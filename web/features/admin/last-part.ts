// The part of the panel that was used last on this device, so that the panel opens on it.
import { untilSignOut } from "#web/platform/api/session.ts";

const key = `${untilSignOut}panel`;

export function rememberPart(href: string): void {
  try {
    localStorage.setItem(key, href);
  } catch {
    // Without storage the panel opens on its first tab.
  }
}

export function lastPart(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
