// There are exactly 64 characters, so six random bits pick each with the same probability.
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Nobody ever types this password. People who sign up by phone sign in by phone, or set their own password later. */
export const randomPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => characters.charAt(byte & 63)).join("");
