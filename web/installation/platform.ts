/** An iPad says that it is a Mac; no Mac is touched with several fingers. */
export const isApplePhoneOrTablet = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Opened from the home screen, in a window of its own. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;
