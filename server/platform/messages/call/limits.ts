/** Shorter than most voice mails wait. */
export const ringSeconds = 25;

/** A call that somebody forgets to end costs money for this long. */
export const maxCallSeconds = 180;
