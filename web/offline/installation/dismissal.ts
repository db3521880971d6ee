// Said once on a device, and not again after "Not now".
const key = "porchlight-install-hint";

export function isDismissed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

export const dismiss = (): void => localStorage.setItem(key, new Date().toISOString());
