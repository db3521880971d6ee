/** `npm run proof` runs every test that calls this in its long form; `npm test` takes the short one. */
export const inLong = <T>(long: T, short: T): T => (import.meta.env.MODE === "long" ? long : short);

/** A message that is already leaving at the acknowledgement cannot be called back. Milliseconds until the last one has arrived. */
export const lastMessageMs = inLong(2_000, 5_000);
