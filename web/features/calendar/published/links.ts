// Links that add the published calendar to a calendar app.

const webcal = (address: string): string => address.replace(/^https?:/, "webcal:");

const withQuery = (page: string, query: Record<string, string>): string =>
  `${page}?${new URLSearchParams(query).toString().replaceAll("+", "%20")}`;

/** The device asks before it subscribes. */
export const appleLink = (address: string): string => webcal(address);

export const googleLink = (address: string): string =>
  withQuery("https://calendar.google.com/calendar/r", { cid: webcal(address) });

export const outlookLink = (address: string, name: string): string =>
  withQuery("https://outlook.live.com/calendar/0/addfromweb", { url: address, name });

const atHome = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|home)$/;

/** Google and Outlook can fetch calendars only from the internet. */
export const isOnInternet = (address: string): boolean => !atHome.test(new URL(address).hostname);

/** The anchor of this section in "Me". */
export const anchor = "calendar-app";
export const calendarAppAddress = `/account#${anchor}`;
