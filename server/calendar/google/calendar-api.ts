// Calendars at Google, or at another server with its API.
import type { calendar_v3 } from "@googleapis/calendar";
import type { GoogleEvent } from "#server/db/tables/calendar.ts";
import { codeOf } from "#server/messages/send-error.ts";
import type { Google, GoogleCalendar, GoogleChanges } from "#server/world.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { Unread } from "./unread.ts";

const seconds = 10;
const maxPages = 20;
const perPage = 2_500;
// Work locations and focus time are left out, because they are not part of the family's day.
const eventTypes = ["default", "birthday", "fromGmail", "outOfOffice"];

const wantedParts: readonly (keyof GoogleEvent)[] = [
  ...(["id", "iCalUID", "status", "visibility", "summary", "location", "description"] as const),
  ...(["start", "end", "recurrence", "recurringEventId", "originalStartTime"] as const),
];
/** Asks for one attendee: the calendar's owner, if they are invited. */
const answer = { maxAttendees: 1, part: "attendees(self,responseStatus)" };

function eventIn({ attendees = [], ...event }: calendar_v3.Schema$Event): GoogleEvent {
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === "declined");
  return isDeclined ? { ...event, isDeclined } : event;
}

interface Answered {
  readonly status: number;
  /** Google's own code, such as "rateLimitExceeded". */
  readonly reason: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const within = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function answered(error: unknown): Answered {
  const response = within(error, "response");
  const errors = within(within(within(response, "data"), "error"), "errors");
  const reason = within(Array.isArray(errors) ? errors[0] : undefined, "reason");
  return { status: Number(within(response, "status") ?? 0), reason: String(reason ?? "") };
}

function kindOf({ status, reason }: Answered): Unread["kind"] {
  if (status === 410) return "expired";
  if (status === 404 || reason === "forbidden") return "gone";
  return reason === "insufficientPermissions" ? "revoked" : "passing";
}

function unread(error: unknown): Unread {
  if (error instanceof Unread) return error;
  const answer = answered(error);
  // Only the status and the code are kept, because the library's errors carry tokens.
  return new Unread(kindOf(answer), `${answer.status || codeOf(error)} ${answer.reason}`.trim());
}

interface Page<Item> {
  readonly items?: Item[];
  readonly nextPageToken?: string | null;
  readonly nextSyncToken?: string | null;
}

/** Fetches all pages, one after the other. */
async function allPages<Item>(ask: (pageToken?: string) => Promise<Page<Item>>) {
  const items: Item[] = [];
  let page: Page<Item> = {};
  for (let count = 0; count === 0 || page.nextPageToken; count++) {
    if (count === maxPages) throw new Unread("too-big", "too many pages");
    page = await ask(page.nextPageToken ?? undefined);
    items.push(...(page.items ?? []));
  }
  return { items, syncToken: page.nextSyncToken ?? "" };
}

function calendarIn({ id, summary, summaryOverride, primary }: calendar_v3.Schema$CalendarListEntry) {
  if (!id) return [];
  return [{ id, name: summaryOverride || summary || id, isPrimary: primary === true }];
}

type Reading = Pick<Google, "calendars" | "changes">;
type Headers = { headers: { authorization: string } };

const listWith =
  (api: calendar_v3.Calendar) =>
  async (options: Headers): Promise<GoogleCalendar[]> => {
    const fields = "items(id,summary,summaryOverride,primary),nextPageToken";
    const { items } = await allPages(async (pageToken) => {
      const { data } = await api.calendarList.list({ fields, ...(pageToken && { pageToken }) }, options);
      return { items: data.items ?? [], nextPageToken: data.nextPageToken ?? null };
    });
    return items.flatMap(calendarIn);
  };

const changesWith =
  (api: calendar_v3.Calendar, calendarId: string, since: { syncToken: string } | { timeMin: Date }) =>
  async (options: Headers): Promise<GoogleChanges> => {
    const fields = `items(${wantedParts.join()},${answer.part}),nextPageToken,nextSyncToken`;
    const from = "timeMin" in since ? { timeMin: since.timeMin.toISOString() } : since;
    const asked = {
      ...{
        calendarId,
        eventTypes,
        fields,
        maxResults: perPage,
        maxAttendees: answer.maxAttendees,
        singleEvents: false,
      },
      ...from,
    };
    const { items, syncToken } = await allPages<GoogleEvent>(async (pageToken) => {
      const { data } = await api.events.list({ ...asked, ...(pageToken && { pageToken }) }, options);
      const { items = [], nextPageToken = null, nextSyncToken = null } = data;
      return { items: items.map(eventIn), nextPageToken, nextSyncToken };
    });
    return { events: items, syncToken };
  };

/** The API at `root`. Requests go through `fetch`, if one is given. */
export function calendarsAt(root: string, access: AccessTokens, fetch?: typeof globalThis.fetch): Reading {
  // The library takes a moment to load, so it is loaded with the first calendar and not when the server starts.
  const opened = async () =>
    (await import("@googleapis/calendar")).calendar({
      ...{ version: "v3", rootUrl: root, timeout: seconds * 1_000, retry: false },
      ...(fetch && { fetchImplementation: fetch }),
    });
  const asAccount = async <T>(refreshToken: string, ask: (options: Headers) => Promise<T>): Promise<T> => {
    const once = async () =>
      ask({ headers: { authorization: `Bearer ${await access.tokenFor(refreshToken)}` } });
    try {
      return await once();
    } catch (error) {
      if (answered(error).status !== 401) throw unread(error);
      access.forget(refreshToken);
      return await once().catch((again) => {
        throw unread(again);
      });
    }
  };
  return {
    calendars: async (refreshToken) => asAccount(refreshToken, listWith(await opened())),
    changes: async (refreshToken, calendarId, since) =>
      asAccount(refreshToken, changesWith(await opened(), calendarId, since)),
  };
}
