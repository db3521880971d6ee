// Connects a Google calendar like a browser would, against the sandbox's real provider.
import { getCalendarAuthUrl } from "#contract/calendar/google.ts";
import { typedAccount } from "#dev/sandbox/google/accounts.ts";
import { calendarsOf } from "#dev/sandbox/google/calendar-api.ts";
import type { Person } from "../people.ts";
import { chooseAt, locationOf } from "./google.ts";

type Browser = Pick<Person, "client">;

/** Goes to the provider and through it. Returns the address on our side that the popup is redirected to. */
export async function callbackFor({ client }: Browser, choice: Record<string, string>): Promise<string> {
  const { authUrl } = await client.call(getCalendarAuthUrl);
  const { pathname, search } = new URL(authUrl);
  return chooseAt(client, await locationOf(client, pathname + search), choice);
}

export async function comeBack({ client }: Browser, callback: string) {
  // A window opens with the cookie only, without the bearer token.
  const response = await client.fetch("GET", callback, { headers: { authorization: "" } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

export const connectAs = async (browser: Browser, choice: Record<string, string>) =>
  comeBack(browser, await callbackFor(browser, choice));

let count = 0;

/** Creates a new account with an empty calendar for the test to fill. */
export function newAccount(name = "Anna Reyes") {
  const email = `account-${++count}@example.com`;
  const calendars = calendarsOf(typedAccount(name, email).subject);
  const own = calendars.find("primary");
  if (!own) throw new Error("The account has no primary calendar.");
  return { choice: { name, email }, email, calendars, own };
}
