// What a request's state means, in words for the ear of the person who asked. They claim no more than their card does.
import { callName } from "#contract/call-name.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { HelpPromise } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { standingVerdict, verdictWords } from "#contract/help/verdict-words.ts";
import { clockTime } from "#contract/time-words.ts";
import { clockAt } from "#server/platform/zoned-time.ts";
import { isClosed } from "../requests/requests.ts";

/** What the words depend on. */
interface Listener {
  readonly familyName: string;
  readonly timeZone: string;
  readonly now: Date;
}

const list = new Intl.ListFormat("en-US");

/** The members whose devices have it, or who have seen it, each once. */
const toldIn = ({ receipts }: HelpRequest, { familyName }: Listener): string[] => [
  ...new Set(
    receipts
      .filter(({ state }) => state === "REACHED" || state === "SEEN")
      .flatMap(({ person }) => (person ? callName(person.name, familyName) : [])),
  ),
];

/** "in 10 minutes", or "at 5:00 PM" if it is later than in an hour. Undefined once the time has passed. */
function whenWords(dueAt: string, { timeZone, now }: Listener): string | undefined {
  const ms = Date.parse(dueAt) - now.getTime();
  if (ms < 0) return undefined;
  if (ms > hourMs) return `at ${clockTime(clockAt(new Date(dueAt), timeZone).toPlainTime().toString())}`;
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  return `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

function promiseWords(name: string, { kind, dueAt }: HelpPromise, listener: Listener): string {
  if (kind === "CALLING") return `${name} is calling you.`;
  if (kind === "COMING") return `${name} is on the way.`;
  const when = dueAt && whenWords(dueAt, listener);
  return when ? `${name} will call you ${when}.` : `${name} wanted to call you.`;
}

function helperWords({ helper, promise }: HelpRequest, listener: Listener): string | undefined {
  if (!helper) return undefined;
  const name = callName(helper.name, listener.familyName);
  return promise ? promiseWords(name, promise, listener) : `${name} will help you.`;
}

function endWords({ state, helper }: HelpRequest, { familyName }: Listener): string {
  if (state === "CANCELLED") return "You have taken this back.";
  return helper ? `${callName(helper.name, familyName)} has helped you.` : "It is marked as solved.";
}

/** What is true while nobody has said that they will help. */
function waitingWords(request: HelpRequest, listener: Listener): string {
  if (request.state === "UNREACHABLE") return "We could not reach anyone yet.";
  const told = toldIn(request, listener);
  if (told.length === 0) return "Your request is sent. We are trying to reach your family.";
  return `${list.format(told)} ${told.length === 1 ? "has" : "have"} been told.`;
}

/** What the family says about a possible scam. */
function adviceWords({ scamCheck }: HelpRequest): string {
  const verdict = standingVerdict(scamCheck?.verdicts ?? []);
  return verdict === "SCAM" || verdict === "FINE" ? `Your family says: ${verdictWords[verdict]}. ` : "";
}

/** One or two short sentences, such as "Anna will call you in 10 minutes." */
export const spokenState = (request: HelpRequest, listener: Listener): string =>
  isClosed(request)
    ? endWords(request, listener)
    : adviceWords(request) + (helperWords(request, listener) ?? waitingWords(request, listener));
