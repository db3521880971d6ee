// There are 64 characters, so that six bits choose each with the same probability.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Nobody types this password. People who sign up by phone come back by phone, or set a password of their own. */
export const randomPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => signs.charAt(byte & 63)).join("");
