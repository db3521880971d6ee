export const landingTitle = "Stay in touch with family";
