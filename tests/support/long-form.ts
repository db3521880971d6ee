/** Chooses between the long form of a test, which `npm run proof` runs, and the short form for every other run. */
export const inLong = <T>(long: T, short: T): T => (import.meta.env.MODE === "long" ? long : short);

/**
 * A message that is already being sent when somebody acknowledges can't be recalled. This is how many
 * milliseconds later the last one may arrive.
 */
export const lastMessageMs = inLong(2_000, 5_000);
