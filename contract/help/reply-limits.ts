/** How many pictures a request can have. */
export const maxPictures = 6 as const;

/** How many voice messages a request can have. */
export const maxVoiceMessages = 6 as const;
