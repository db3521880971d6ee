// The part of Google's calendar API that Porchlight uses, over the same protocol.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { accountOf } from "./accounts.ts";
import { type PretendCalendars, pretendCalendars } from "./pretend-calendars.ts";
import { samplesFor } from "./samples.ts";

const mount = "/calendar/v3/";
export const calendarScope = "https://www.googleapis.com/auth/calendar.readonly";

export const isOfCalendars = (path: string): boolean => path.startsWith(mount);

interface Answer {
  readonly status: number;
  readonly body: object;
}

const refusal = (status: number, reason: string): Answer => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ domain: "global", reason, message: reason }] } },
});

/** The calendars of an account, which are made up when they are first requested. */
export function calendarsOf(subject: string): PretendCalendars {
  const email = accountOf(subject)?.email ?? subject;
  return pretendCalendars(subject, () => samplesFor(subject, email));
}

async function accountIn(provider: Provider, { headers }: IncomingMessage): Promise<string | undefined> {
  const [, bearer = ""] = /^Bearer (.+)$/.exec(headers.authorization ?? "") ?? [];
  const token = bearer ? await provider.AccessToken.find(bearer) : undefined;
  return token?.scopes.has(calendarScope) ? token.accountId : undefined;
}

const part = (text: string | undefined): string => decodeURIComponent(text ?? "");

function listEvents(calendars: PretendCalendars, id: string, query: URLSearchParams): Answer {
  const calendar = calendars.find(id);
  if (!calendar) return refusal(404, "notFound");
  const page = calendar.page({
    syncToken: query.get("syncToken"),
    timeMin: query.get("timeMin"),
    offset: Number(query.get("pageToken") ?? 0),
  });
  return page ? { status: 200, body: page } : refusal(410, "fullSyncRequired");
}

function listCalendars(calendars: PretendCalendars): Answer {
  const items = calendars.all.map(({ id, name, isPrimary }) => ({ id, summary: name, primary: isPrimary }));
  return { status: 200, body: { kind: "calendar#calendarList", items } };
}

async function answerTo(provider: Provider, path: string, request: IncomingMessage): Promise<Answer> {
  const subject = await accountIn(provider, request);
  if (!subject) return refusal(401, "authError");
  const calendars = calendarsOf(subject);
  calendars.asked.push(path);
  const failure = calendars.failures.shift();
  if (failure) return refusal(failure.status, failure.reason);
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const [kind, id, what] = pathname.slice(mount.length).split("/");
  if (kind === "users") return listCalendars(calendars);
  if (kind !== "calendars" || what !== "events") return refusal(404, "notFound");
  return listEvents(calendars, part(id), searchParams);
}

export async function answerCalendars(
  provider: Provider,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await answerTo(provider, path, request);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
