import { Unreadable } from "./unreadable.ts";

const google = /^(?:calendar|www)\.google\.com$/;
const publicCalendar = (id: string): string =>
  `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`;

const isAddress = (text: string): boolean => /^(?:https?|webcals?):/i.test(text);

/** Google's share links carry the calendar's id as it is, in base64, or the address of another calendar. */
function sharedCalendar(cid: string): string {
  if (isAddress(cid)) return cid;
  const decoded = Buffer.from(cid, "base64").toString("utf8");
  return publicCalendar(/^[\x21-\x7e]+@[\w.-]+$/.test(decoded) ? decoded : cid);
}

/** A page of Google Calendar for embedding or sharing is the public calendar that it shows. */
function withoutPage(url: URL): string {
  if (!google.test(url.hostname) || !url.pathname.startsWith("/calendar")) return url.href;
  const embedded = url.pathname.endsWith("/embed") && url.searchParams.get("src");
  if (embedded) return publicCalendar(embedded);
  const shared = url.searchParams.get("cid");
  return shared ? sharedCalendar(shared) : url.href;
}

const withoutWebcal = (text: string): string => text.replace(/^webcals?:/i, "https:");

/** From where the calendar that somebody's link leads to can be read. */
export function feedAddress(typed: string): URL {
  const url = URL.parse(withoutWebcal(typed.trim()));
  const address = url && URL.parse(withoutWebcal(withoutPage(url)));
  if (!address) throw new Unreadable("not-allowed");
  return address;
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Where it leads is checked when it is connected to. This is what the address itself may say. */
export function checkAddress(url: URL, fromLoopback: boolean): void {
  const { protocol, username, password, port, hostname } = url;
  const isWeb = protocol === "http:" || protocol === "https:";
  const isUsualPort = ["", "80", "443"].includes(port) || (fromLoopback && isLoopback(hostname));
  if (!isWeb || username || password || !isUsualPort) throw new Unreadable("not-allowed");
}
