/** How many pictures a hello can have. */
export const maxHelloPictures = 6 as const;

/** How many characters the words beside a hello can have. */
export const maxCaption = 120 as const;

/** How many characters an answer in words to the weekly question can have. */
export const maxWords = 600 as const;
