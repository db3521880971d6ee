// Connects a Google calendar like a browser would, against the sandbox's real provider.
import { randomUUID } from "node:crypto";
import { getCalendarAuthUrl, reportCalendarChange } from "#contract/calendar/google.ts";
import { dayMs } from "#contract/durations.ts";
import { typedAccount } from "#dev/sandbox/google/accounts.ts";
import { calendarsOf } from "#dev/sandbox/google/calendar-api.ts";
import type { PretendWatch } from "#dev/sandbox/google/pretend-calendars.ts";
import { watchToken } from "#server/features/calendar/google/watches.ts";
import type { Person } from "../people.ts";
import type { TestServer } from "../server.ts";
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

/** Calls the address for notifications as Google does. */
export const callAsGoogle = ({ url }: TestServer, headers: Record<string, string>, body?: string) =>
  fetch(url + reportCalendarChange.path, {
    method: "POST",
    headers: { "content-type": "application/json; utf-8", "user-agent": "APIs-Google", ...headers },
    ...(body !== undefined && { body }),
  });

/** Google's notification that a calendar has changed, or the first one, which says that there is a watch. */
export async function notifyAsGoogle(
  server: TestServer,
  { id, token, resourceId, expiresAt }: PretendWatch,
  state: "exists" | "sync" = "exists",
): Promise<number> {
  const response = await callAsGoogle(server, {
    "x-goog-channel-id": id,
    "x-goog-channel-token": token,
    "x-goog-channel-expiration": expiresAt.toUTCString(),
    "x-goog-resource-id": resourceId,
    "x-goog-resource-uri": "https://www.googleapis.com/calendar/v3/calendars/a/events?alt=json",
    "x-goog-resource-state": state,
    "x-goog-message-number": state === "sync" ? "1" : "2",
  });
  return response.status;
}

/** Adds a watch of the family's connected calendar. Returns the headers by which Google's notifications name it. */
export async function addWatchRow(
  { database, clock, world }: TestServer,
  { familyId }: Pick<Person, "familyId">,
): Promise<Record<string, string>> {
  const id = randomUUID();
  const now = clock.now();
  const calendars = database.kysely.selectFrom("subscribed_calendars").select("id");
  const calendar = await calendars.where("family_id", "=", familyId).executeTakeFirstOrThrow();
  await database.kysely
    .insertInto("google_watches")
    .values({
      family_id: familyId,
      calendar_id: calendar.id,
      id,
      address: "https://porch.example.com",
      asked_at: now,
      resource_id: "resource",
      expires_at: new Date(now.getTime() + 7 * dayMs),
    })
    .execute();
  return { "x-goog-channel-id": id, "x-goog-channel-token": watchToken(world, id) };
}

let count = 0;

/** Creates a new account with an empty calendar for the test to fill. */
export function newAccount(name = "Anna Reyes") {
  const email = `account-${++count}@example.com`;
  const calendars = calendarsOf(typedAccount(name, email).subject);
  const own = calendars.find("primary");
  if (!own) throw new Error("The account has no primary calendar.");
  return { choice: { name, email }, email, calendars, own };
}
