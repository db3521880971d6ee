/** A mistake that the person running the command can correct. Its message says how. Nothing was changed. */
export class Refused extends Error {}
