/** `npm run proof` takes the long form of each proof, `npm test` a short one. */
export const inLong = (long: number, short: number): number =>
  import.meta.env.MODE === "long" ? long : short;
