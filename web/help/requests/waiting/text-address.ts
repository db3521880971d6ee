import { isApplePhoneOrTablet } from "#web/offline/installation/platform.ts";

/** Opens the phone's own messages with these words written. Apple and the others disagree on how to say so. */
export const textAddress = (phoneNumber: string, words: string): string =>
  `sms:${phoneNumber}${isApplePhoneOrTablet() ? "&" : "?"}body=${encodeURIComponent(words)}`;
