import { Unreadable } from "./unreadable.ts";

const google = /^(?:calendar|www)\.google\.com$/;
const publicCalendar = (id: string): string =>
  `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`;

const isAddress = (text: string): boolean => /^(?:https?|webcals?):/i.test(text);

/** Google's links carry a calendar's id as it is, its id in base64, or the address of another calendar. */
function sharedCalendar(id: string): string {
  if (isAddress(id)) return id;
  const decoded = Buffer.from(id, "base64").toString("utf8");
  return publicCalendar(/^[\x21-\x7e]+@[\w.-]+$/.test(decoded) ? decoded : id);
}

/** A page of Google Calendar for embedding or sharing stands for the public calendars that it shows. */
function withoutPage(url: URL): string[] {
  if (!google.test(url.hostname) || !url.pathname.startsWith("/calendar")) return [url.href];
  const shown = url.searchParams.getAll(url.pathname.endsWith("/embed") ? "src" : "cid");
  return shown.length > 0 ? [...new Set(shown.map(sharedCalendar))] : [url.href];
}

const withoutWebcal = (text: string): string => text.replace(/^webcals?:/i, "https:");

function parsed(address: string): URL {
  const url = URL.parse(withoutWebcal(address));
  if (!url) throw new Unreadable("not-allowed");
  return url;
}

const maxAddresses = 10;

/** The addresses of the calendars behind a link: one, unless it is a page that shows several. */
export function feedAddresses(typed: string): URL[] {
  const addresses = withoutPage(parsed(typed.trim())).map(parsed);
  if (addresses.length > maxAddresses) throw new Unreadable("too-many");
  return addresses;
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Checks the address as it is written. The fetcher checks where it leads when it connects. */
export function checkAddress(url: URL, fromLoopback: boolean): void {
  const { protocol, username, password, port, hostname } = url;
  const isWeb = protocol === "http:" || protocol === "https:";
  const isUsualPort = ["", "80", "443"].includes(port) || (fromLoopback && isLoopback(hostname));
  if (!isWeb || username || password || !isUsualPort) throw new Unreadable("not-allowed");
}
