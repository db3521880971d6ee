/** The title of the page for visitors. */
export const landingTitle = "Stay in touch with family";
