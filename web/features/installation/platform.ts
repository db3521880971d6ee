/** The platform, as the browser describes itself. */
export type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** An iPad says that it is a Mac, but Macs have no touch screen. */
export const isApplePhoneOrTablet = ({ userAgent, maxTouchPoints }: Device = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

export const isAndroid = ({ userAgent }: Device = navigator): boolean => /Android/.test(userAgent);

const otherApps =
  /\bFBA[NV]\b|FB_IAB|Instagram|LinkedInApp|MicroMessenger|Snapchat|Pinterest|\bLine\/|\bGSA\//;

/** Browser views inside other apps cannot install anything. On Apple's devices, only real browsers say "Safari". */
const isInOtherApp = (device: Device): boolean =>
  otherApps.test(device.userAgent) ||
  (isAndroid(device) && /; wv\)/.test(device.userAgent)) ||
  (isApplePhoneOrTablet(device) && !/Safari\//.test(device.userAgent));

/** The steps by hand: tap Share, use the browser's menu, or first leave for a real browser. */
export type ByHand = "share" | "menu" | "leave";

export function byHandOn(device: Device = navigator): ByHand | undefined {
  const isApple = isApplePhoneOrTablet(device);
  if (!isApple && !isAndroid(device)) return undefined;
  if (isInOtherApp(device)) return "leave";
  return isApple ? "share" : "menu";
}

/** The Share icon of a tablet is above the page. */
export const isTablet = ({ userAgent }: Device = navigator): boolean => /iPad|Macintosh/.test(userAgent);

/** Whether the browser draws Safari's toolbar. The others on Apple's devices have their own. */
export const isSafari = ({ userAgent }: Device = navigator): boolean =>
  /Version\/.*Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent);

/** Apple's phones and tablets show messages of an installed app since version 16.4. */
export function getsMessagesInstalled({ userAgent }: Device = navigator): boolean {
  const [, major, minor] = /Version\/(\d+)\.(\d+)/.exec(userAgent) ?? /OS (\d+)_(\d+)/.exec(userAgent) ?? [];
  return major === undefined || Number(major) + Number(minor) / 100 >= 16.04;
}

export type BrowserMenu = "chrome" | "firefox" | "samsung" | "other";

/** Whose menu holds "Add to Home screen" on Android. */
export function menuOn({ userAgent }: Device = navigator): BrowserMenu {
  if (/SamsungBrowser\//.test(userAgent)) return "samsung";
  if (/Firefox\//.test(userAgent)) return "firefox";
  return /Chrome\//.test(userAgent) && !/EdgA\/|OPR\//.test(userAgent) ? "chrome" : "other";
}

/** Whether the app was opened from the home screen. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

export const isTouched = (): boolean => matchMedia("(pointer: coarse)").matches;
