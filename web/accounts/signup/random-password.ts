// 64 signs, so that every byte's last six bits choose one of them evenly.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Nobody ever types it: people who sign up by phone come back by phone, or set a password they know. */
export const randomPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => signs.charAt(byte & 63)).join("");
