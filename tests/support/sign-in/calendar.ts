// Connecting a Google calendar as a browser without a screen does it, at the sandbox's real provider.
import { getCalendarAuthUrl } from "#contract/calendar/google.ts";
import { typedAccount } from "#server/sandbox/google/accounts.ts";
import { calendarsOf } from "#server/sandbox/google/calendar-api.ts";
import type { Somebody } from "../people.ts";
import { chooseAt, locationOf } from "./google.ts";

type Browser = Pick<Somebody, "client">;

/** To the provider and through it, up to the address on our side that the popup is sent back to. */
export async function callbackFor({ client }: Browser, choice: Record<string, string>): Promise<string> {
  const { authUrl } = await client.call(getCalendarAuthUrl);
  const { pathname, search } = new URL(authUrl);
  return chooseAt(client, await locationOf(client, pathname + search), choice);
}

export async function comeBack({ client }: Browser, callback: string) {
  // As a window is opened: by the cookie, without the bearer.
  const response = await client.fetch("GET", callback, { headers: { authorization: "" } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

export const connectAs = async (browser: Browser, choice: Record<string, string>) =>
  comeBack(browser, await callbackFor(browser, choice));

let count = 0;

/** An account of one's own with an empty calendar, for the test to fill. */
export function newAccount(name = "Anna Reyes") {
  const email = `account-${++count}@example.com`;
  const calendars = calendarsOf(typedAccount(name, email).subject);
  const own = calendars.find("primary");
  if (!own) throw new Error("There is no calendar of its own.");
  return { choice: { name, email }, email, calendars, own };
}
