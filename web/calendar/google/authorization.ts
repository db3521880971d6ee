// The way to Google: its address, its popup, and asking whether it has led anywhere.
import { getCalendarAuthUrl } from "#contract/calendar/google.ts";
import { getCalendarSettings } from "#contract/calendar/settings.ts";
import { call } from "#web/api/call.ts";

export const noAddress = "Failed to get authorization URL";

const maxAttempts = 30;
const aSecond = 1_000;

export async function authorizationAddress(): Promise<string> {
  const { authUrl } = await call(getCalendarAuthUrl);
  if (!authUrl) throw new Error(noAddress);
  return authUrl;
}

/** False where the browser did not let it open. */
export const openPopup = (address: string): boolean =>
  window.open(address, "porchlight-calendar", "popup,width=800,height=600") !== null;

const pause = () => new Promise((done) => setTimeout(done, aSecond));

/** Asks once a second; a question that fails is asked again. */
export async function becomesConnected(signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts && !signal.aborted; attempt++) {
    await pause();
    const settings = await call(getCalendarSettings, undefined, signal).catch(() => undefined);
    if (settings?.isConnected) return true;
  }
  return false;
}
