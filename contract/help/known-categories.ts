// The categories of the library that the web treats in a way of their own.

/** The category "Is this a scam?" of the library. */
export const scamCategoryId = 9 as const;

/** The same category, so that its line can show before the library has loaded. */
export const scamCheck = { id: 9, name: "Is this a scam?", icon: "🛡️" } as const;

/** The phrase of that category that is about a call. The words of a phrase's id never change. */
export const scamCallPhraseId = 901 as const;

/** The category of requests that start from a thing: "Other Help", because a thing can be of any kind. */
export const thingCategoryId = 8 as const;
