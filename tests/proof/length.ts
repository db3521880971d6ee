/** `npm run proof` takes the long form of each proof, `npm test` a short one. */
export const inLong = (long: number, short: number): number =>
  import.meta.env.MODE === "long" ? long : short;

/** What was on its way at the yes cannot be called back, and arrives later where other tests run beside. */
export const longestFarewell = inLong(2, 5) * 1_000;
