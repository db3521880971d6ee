// Calendars at Google, or at another server with its API.
import type { calendar_v3 } from "@googleapis/calendar";
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import { codeOf } from "#server/platform/messages/send-error.ts";
import type { Google, GoogleCalendar, GoogleChanges, GoogleChangesRequest } from "#server/platform/world.ts";
import { eventIn, hasEndedBefore } from "./stored-events.ts";

/**
 * revoked: we no longer have permission. expired: the sync token no longer works, so everything has to be read again.
 * gone: there is no such calendar. too-big: it has too many events, or does not end. transient: worth another try.
 */
type Kind = "revoked" | "expired" | "gone" | "too-big" | "transient";

/** An error of the calendar API, by what it means for us. */
export class CalendarApiError extends Error {
  readonly kind: Kind;

  constructor(kind: Kind, message: string) {
    super(message);
    this.kind = kind;
  }
}

// Google exchanges a long-lived refresh token for an access token that works for an hour.

interface Grant {
  readonly token: string;
  readonly seconds: number;
}

export interface AccessTokens {
  tokenFor(refreshToken: string): Promise<string>;
  /** Drops a token that Google no longer accepts. */
  forget(refreshToken: string): void;
}

const isRevoked = (error: unknown): boolean =>
  error instanceof Error && "error" in error && error.error === "invalid_grant";

// A token that is about to expire must still work when the request arrives.
const marginSeconds = 60;

/** Keeps each token in memory until it expires; `grant` gets a new one. */
export function accessTokens(grant: (refreshToken: string) => Promise<Grant>): AccessTokens {
  const kept = new Map<string, { token: string; until: number }>();
  return {
    async tokenFor(refreshToken) {
      for (const [old, { until }] of kept) if (until <= Date.now()) kept.delete(old);
      const known = kept.get(refreshToken);
      if (known) return known.token;
      const { token, seconds } = await grant(refreshToken).catch((error) => {
        throw new CalendarApiError(isRevoked(error) ? "revoked" : "transient", "no access token");
      });
      kept.set(refreshToken, { token, until: Date.now() + (seconds - marginSeconds) * 1_000 });
      return token;
    },
    forget: (refreshToken) => void kept.delete(refreshToken),
  };
}

const timeoutMs = 10_000;
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

function kindOf({ status, reason }: Answered): CalendarApiError["kind"] {
  if (status === 410) return "expired";
  if (status === 404 || reason === "forbidden") return "gone";
  return reason === "insufficientPermissions" ? "revoked" : "transient";
}

function toCalendarApiError(error: unknown): CalendarApiError {
  if (error instanceof CalendarApiError) return error;
  const answer = answered(error);
  // Only the status and the code are kept, because the library's errors carry tokens.
  return new CalendarApiError(kindOf(answer), `${answer.status || codeOf(error)} ${answer.reason}`.trim());
}

interface Page<Item> {
  readonly items?: Item[];
  readonly nextPageToken?: string | null;
  readonly nextSyncToken?: string | null;
}

/** Fetches all pages, one after the other. It stops at the page that has too many items. */
async function allPages<Item>(
  ask: (pageToken?: string) => Promise<Page<Item>>,
  maxItems = Number.POSITIVE_INFINITY,
) {
  const items: Item[] = [];
  let page: Page<Item> = {};
  for (let count = 0; count === 0 || page.nextPageToken; count++) {
    if (count === maxPages) throw new CalendarApiError("too-big", "too many pages");
    page = await ask(page.nextPageToken ?? undefined);
    items.push(...(page.items ?? []));
    if (items.length > maxItems) throw new CalendarApiError("too-big", "too many items");
  }
  return { items, syncToken: page.nextSyncToken ?? "" };
}

function calendarIn({ id, summary, summaryOverride, primary }: calendar_v3.Schema$CalendarListEntry) {
  if (!id) return [];
  return [{ id, name: summaryOverride || summary || id, isPrimary: primary === true }];
}

type CalendarApi = Pick<Google, "calendars" | "changes">;
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
  (api: calendar_v3.Calendar, calendarId: string, { since, maxEvents }: GoogleChangesRequest) =>
  async (options: Headers): Promise<GoogleChanges> => {
    const fields = `items(${wantedParts.join()},${answer.part}),nextPageToken,nextSyncToken`;
    const from = "timeMin" in since ? { timeMin: since.timeMin.toISOString() } : since;
    // Canceled dates of a series have no end, so Google may list them however old they are.
    const isWanted = (event: GoogleEvent) => !("timeMin" in since && hasEndedBefore(event, since.timeMin));
    const asked = {
      calendarId,
      eventTypes,
      fields,
      maxResults: perPage,
      maxAttendees: answer.maxAttendees,
      singleEvents: false,
      ...from,
    };
    const { items, syncToken } = await allPages<GoogleEvent>(async (pageToken) => {
      const { data } = await api.events.list({ ...asked, ...(pageToken && { pageToken }) }, options);
      const { items = [], nextPageToken = null, nextSyncToken = null } = data;
      return { items: items.map(eventIn).filter(isWanted), nextPageToken, nextSyncToken };
    }, maxEvents);
    return { events: items, syncToken };
  };

/** The API at `root`. Requests go through `fetch`, if one is given. */
export function calendarsAt(
  root: string,
  access: AccessTokens,
  fetch?: typeof globalThis.fetch,
): CalendarApi {
  // The library takes a moment to load, so it is loaded with the first calendar and not when the server starts.
  const opened = async () =>
    (await import("@googleapis/calendar")).calendar({
      version: "v3",
      rootUrl: root,
      timeout: timeoutMs,
      retry: false,
      ...(fetch && { fetchImplementation: fetch }),
    });
  const asAccount = async <T>(refreshToken: string, ask: (options: Headers) => Promise<T>): Promise<T> => {
    const once = async () =>
      ask({ headers: { authorization: `Bearer ${await access.tokenFor(refreshToken)}` } });
    try {
      return await once();
    } catch (error) {
      if (answered(error).status !== 401) throw toCalendarApiError(error);
      access.forget(refreshToken);
      return await once().catch((again) => {
        throw toCalendarApiError(again);
      });
    }
  };
  return {
    calendars: async (refreshToken) => asAccount(refreshToken, listWith(await opened())),
    changes: async (refreshToken, calendarId, request) =>
      asAccount(refreshToken, changesWith(await opened(), calendarId, request)),
  };
}
