/** The part of "Me" about one's own calendar app. */
export const part = "calendar-app";
export const calendarAppPlace = `/account#${part}`;
