/** What a browser says of itself. */
export type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** An iPad says that it is a Mac; no Mac is touched with several fingers. */
export const isApplePhoneOrTablet = ({ userAgent, maxTouchPoints }: Device = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

const isAndroid = ({ userAgent }: Device): boolean => /Android/.test(userAgent);

const otherApps =
  /\bFBA[NV]\b|FB_IAB|Instagram|LinkedInApp|MicroMessenger|Snapchat|Pinterest|\bLine\/|\bGSA\//;

/** In the window of a mail or news app: those put nothing on the home screen. On Apple's devices only browsers say Safari. */
const isInOtherApp = (device: Device): boolean =>
  otherApps.test(device.userAgent) ||
  (isAndroid(device) && /; wv\)/.test(device.userAgent)) ||
  (isApplePhoneOrTablet(device) && !/Safari\//.test(device.userAgent));

/** What one does by hand: look for the sign of sharing, look into the browser's menu, or leave for a real browser first. */
export type ByHand = "share" | "menu" | "leave";

export function byHandOn(device: Device = navigator): ByHand | undefined {
  const isApple = isApplePhoneOrTablet(device);
  if (!isApple && !isAndroid(device)) return undefined;
  if (isInOtherApp(device)) return "leave";
  return isApple ? "share" : "menu";
}

/** Its sign of sharing stands above the page, not below it. */
export const isTablet = ({ userAgent }: Device = navigator): boolean => /iPad|Macintosh/.test(userAgent);

/** Opened from the home screen, in a window of its own. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;
