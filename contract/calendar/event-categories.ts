export const eventCategories = ["kids", "family", "appointment"] as const;
