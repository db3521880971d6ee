// What a request's state and receipts mean, in words for the sender and for others.

import { callName } from "#contract/call-name.ts";
import { minuteMs } from "#contract/durations.ts";
import type { HelpPromise, HelpRequestState } from "#contract/help/request-state.ts";
import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { standingVerdict, verdictWords } from "#contract/help/verdict-words.ts";
import { duration, minutesSince, timeOf } from "#web/ui/time/clock.ts";

/** The minutes for which "I'm calling now", a call at a time, and "I'm on my way" can be believed. */
const trustedFor = { CALLING: 10, CALL_AT: 10, COMING: 60 } as const;

const isStale = ({ kind, dueAt, madeAt }: HelpPromise, now: number): boolean =>
  now > Date.parse(dueAt ?? madeAt) + trustedFor[kind] * minuteMs;

/** "Anna will call at 5:00 PM." Undefined if it was promised too long ago. */
export function wordsOfPromise(name: string, promise: HelpPromise, now: number): string | undefined {
  const { kind, dueAt } = promise;
  if (dueAt) return `${name} ${isStale(promise, now) ? "wanted to" : "will"} call at ${timeOf(dueAt)}.`;
  if (isStale(promise, now)) return undefined;
  return kind === "CALLING" ? `${name} is calling now.` : `${name} is on the way.`;
}

/** "1 hour 30 minutes": without its minutes, a call would seem to come sooner than it does. */
function exactly(minutes: number): string {
  const rest = minutes % 60;
  const hours = minutes - rest;
  return [hours, rest]
    .filter((part) => part > 0)
    .map(duration)
    .join(" ");
}

/** Counts down to a promised call. */
function countdown({ dueAt }: HelpPromise, now: number): string {
  if (!dueAt || now === 0) return "";
  const minutes = Math.floor((Date.parse(dueAt) - now) / minuteMs);
  if (minutes > 0) return `In ${exactly(minutes)}.`;
  return minutes > -trustedFor.CALL_AT ? "Any minute now." : "";
}

/** The question to the sender after the promised time. */
export const questionOf = ({ helper, promise }: HelpRequest): string | undefined =>
  helper && promise?.askedAt
    ? `Did ${helper.name} ${promise.kind === "COMING" ? "come" : "call"}?`
    : undefined;

interface Heading {
  words: string;
  /** How long it is until a promised call, such as "In 10 minutes.", or empty. */
  countdown: string;
}

/** The heading for the sender once the helper has said when they will call or come. */
function promisedHeading(request: HelpRequest, now: number): Heading | undefined {
  const { state, helper, promise } = request;
  if (state !== "ACKNOWLEDGED" || !helper || !promise) return undefined;
  const question = questionOf(request);
  if (question) return { words: question, countdown: "" };
  const words = wordsOfPromise(helper.name, promise, now);
  return words === undefined ? undefined : { words, countdown: countdown(promise, now) };
}

export const isOpen = ({ state }: HelpRequest): boolean => state !== "RESOLVED" && state !== "CANCELLED";

/** Whether the server has the request, but nobody can be notified about it. */
export const hasNoRecipients = ({ state, recipients }: HelpRequest): boolean =>
  state === "UNREACHABLE" && recipients === 0;

/** The time at which the sender reopened the request. */
export const askedAgainAt = ({ receipts }: HelpRequest): string | undefined =>
  receipts.find(({ state, person }) => state === "ACCEPTED" && person !== null)?.at;

/** Whether a scam check was taken by an answer to it. A text like “1 at 5” takes it without one. */
export const wasAnswered = ({ helper, scamCheck }: HelpRequest): boolean =>
  scamCheck?.verdicts.some(({ person }) => helper === null || person.id === helper.id) ?? false;

/** The same request with the names that this family uses. */
export function asCalledIn(familyName: string, request: HelpRequest): HelpRequest {
  const called = <Someone extends { name: string }>(someone: Someone): Someone => ({
    ...someone,
    name: callName(someone.name, familyName),
  });
  return {
    ...request,
    askedBy: called(request.askedBy),
    helper: request.helper && called(request.helper),
    handedOn: request.handedOn && { ...request.handedOn, person: called(request.handedOn.person) },
    scamCheck: request.scamCheck && {
      ...request.scamCheck,
      verdicts: request.scamCheck.verdicts.map((said) => ({ ...said, person: called(said.person) })),
    },
    receipts: request.receipts.map((receipt) => ({
      ...receipt,
      person: receipt.person && called(receipt.person),
    })),
  };
}

const list = new Intl.ListFormat("en-US");

const receiptsOf = (request: HelpRequest, state: HelpRequestState) =>
  request.receipts.filter((receipt) => receipt.state === state);

/** The people with such a receipt, each once, in order. */
const peopleOf = (request: HelpRequest, state: HelpRequestState): string[] => [
  ...new Set(receiptsOf(request, state).flatMap(({ person }) => person?.name ?? [])),
];

const lastOf = (request: HelpRequest, state: HelpRequestState) => peopleOf(request, state).at(-1);

/** The first receipt that ended the request. */
export const endOf = (request: HelpRequest): Receipt | undefined => receiptsOf(request, request.state)[0];

/** Whether this person has ended the request, even if others did so first. */
const isEndedBy = (request: HelpRequest, personId: number): boolean =>
  receiptsOf(request, request.state).some(({ person }) => person?.id === personId);

/** After this many minutes without an answer, a call is better. */
const longWaitMinutes = 10;

/** When the family was last asked: by the sender, or because the helper can't help after all. */
const waitingSince = (request: HelpRequest): string => {
  const [askedAt, handedOnAt] = [askedAgainAt(request) ?? request.askedAt, request.handedOn?.at ?? ""];
  return askedAt > handedOnAt ? askedAt : handedOnAt;
};

/** Whether the sender has waited so long for an answer that they should call. */
export const isUnanswered = (request: HelpRequest, now: number): boolean =>
  isOpen(request) &&
  request.helper === null &&
  request.state !== "UNREACHABLE" &&
  minutesSince(waitingSince(request), now) >= longWaitMinutes;

const unansweredHeading = "Nobody has answered yet. Please call.";

const nowAsking = (names: string[]): string =>
  `Now asking ${names.length ? list.format(names) : "everybody"} too`;

/** The timeline names everybody. The heading stays short. */
const atMostTwo = (names: string[]): string[] =>
  names.length > 2 ? [...names.slice(0, 1), `${names.length - 1} others`] : names;

/** Whether the person who asked has said that it is done. */
export const isConfirmed = (request: HelpRequest): boolean => isEndedBy(request, request.askedBy.id);

/** Says who in the family first said that it is done, and when. */
export function wordsOfEnd(request: HelpRequest, personId?: number): string {
  const { person, at } = endOf(request) ?? {};
  const name = person && person.id === personId ? "You" : (person?.name ?? "Your family");
  return `${name} said it's done${at ? ` at ${timeOf(at)}` : ""}.`;
}

/** The person who helped, or who said that it was done without having said "I'll help". */
export function helperIn(request: HelpRequest): { readonly id: number; readonly name: string } | undefined {
  const { helper, askedBy } = request;
  const { person } = endOf(request) ?? {};
  return helper ?? (person?.id === askedBy.id ? undefined : (person ?? undefined));
}

function solved(request: HelpRequest): string {
  const helper = helperIn(request);
  return helper ? `Solved. ${helper.name} helped you.` : "Solved.";
}

const headings: Record<HelpRequestState, (request: HelpRequest) => string> = {
  ACCEPTED: () => "Sent. Trying to reach your family.",
  HANDED_OVER: () => "Sent. Trying to reach your family.",
  REACHED: (request) => `It reached ${lastOf(request, "REACHED") ?? "your family"}'s phone.`,
  SEEN: (request) => `${lastOf(request, "SEEN") ?? "Your family"} has seen it.`,
  ESCALATED: (request) => `No answer yet. ${nowAsking(atMostTwo(peopleOf(request, "ESCALATED")))}.`,
  UNREACHABLE: () => "We could not reach anyone. Please call.",
  ACKNOWLEDGED: ({ helper }) => `${helper?.name ?? "Your family"} will help.`,
  RESOLVED: (request) =>
    isConfirmed(request) ? solved(request) : `${wordsOfEnd(request)} Does it work now?`,
  CANCELLED: () => "You canceled this.",
};

const unanswered: readonly HelpRequestState[] = ["ACCEPTED", "HANDED_OVER", "REACHED", "SEEN"];

const leftBy = (name: string) => `${name} can't help after all. Asking your family again.`;

const handedOnHeading = ({ state, handedOn }: HelpRequest): string | undefined =>
  handedOn && unanswered.includes(state) ? leftBy(handedOn.person.name) : undefined;

/** Red or green, according to the most careful verdict. */
export function toneOf({ scamCheck }: HelpRequest): "scam" | "fine" | undefined {
  const standing = standingVerdict(scamCheck?.verdicts ?? []);
  if (standing === "SCAM") return "scam";
  return standing === "FINE" ? "fine" : undefined;
}

/** The words of the most careful answer about a scam. */
function verdictHeading(request: HelpRequest): string | undefined {
  if (!request.scamCheck || !isOpen(request)) return undefined;
  const verdict = standingVerdict(request.scamCheck.verdicts);
  const caller = request.scamCheck.verdicts.find((said) => said.verdict === "CALLING")?.person;
  if (verdict === "CALLING") return `${caller?.name} is calling you.`;
  return verdict && verdictWords[verdict];
}

/**
 * The longest of the headings that these people can cause while nobody helps, or once this helper does. The card reserves
 * room for it, so that its buttons stay in place.
 */
export const longestHeading = (names: string[], helper: HelpRequest["helper"]): string =>
  helper
    ? `${helper.name} wanted to call at 10:00 AM.`
    : [unansweredHeading, ...names.map(leftBy)].reduce((longest, heading) =>
        heading.length > longest.length ? heading : longest,
      );

const plainHeading = (request: HelpRequest, now: number): string =>
  isUnanswered(request, now)
    ? unansweredHeading
    : (handedOnHeading(request) ?? headings[request.state](request));

/** The heading on the sender's card. `now` matters while nobody has answered, and until a promised call. */
export function cardHeadingOf(request: HelpRequest, now: number): Heading {
  const verdict = verdictHeading(request);
  if (verdict !== undefined) return { words: verdict, countdown: "" };
  return promisedHeading(request, now) ?? { words: plainHeading(request, now), countdown: "" };
}

/** The same heading in one line. */
export function headingOf(request: HelpRequest, now = 0): string {
  const { words, countdown } = cardHeadingOf(request, now);
  return countdown ? `${words} ${countdown}` : words;
}

/** Only the person who asked can say that it is solved. */
function titleOfEnd(request: HelpRequest): string {
  const { id, name } = request.askedBy;
  if (endOf(request)?.person?.id === id) return `${name} is OK now.`;
  return isConfirmed(request) ? `${name} has been helped.` : `Waiting for ${name} to confirm.`;
}

/** The heading for other members. */
export function titleFor(request: HelpRequest, personId: number): string {
  const { askedBy, helper, isUrgent, state, scamCheck } = request;
  const { name } = askedBy;
  if (state === "CANCELLED") return `${name} does not need this anymore.`;
  if (state === "RESOLVED") return titleOfEnd(request);
  if (scamCheck) return `${name} asks: Is this a scam?`;
  if (helper) return helper.id === personId ? `You are helping ${name}` : `${helper.name} is helping ${name}`;
  const needs = `${name} ${askedAgainAt(request) ? "still needs" : "needs"} help`;
  return isUrgent ? `Urgent: ${needs}` : needs;
}

export interface TimelineEntry {
  kind:
    | "sent"
    | "again"
    | "reached"
    | "seen"
    | "escalated"
    | "unreachable"
    | "taken"
    | "promised"
    | "handed-on";
  words: string;
  /** Missing until it has happened. */
  at?: string;
  /** The person whose entry this is. */
  personId?: number | undefined;
}

const firstAt = (request: HelpRequest, state: HelpRequestState) => receiptsOf(request, state)[0]?.at;

const unreachableSince = (request: HelpRequest) =>
  request.state === "UNREACHABLE" ? firstAt(request, "UNREACHABLE") : undefined;

/** Makes one entry for each person, because each was reached, or saw it, at a different time. */
const entriesFor = (
  request: HelpRequest,
  state: HelpRequestState,
  entryFor: (name: string) => Omit<TimelineEntry, "at" | "personId">,
) =>
  receiptsOf(request, state).map(({ person, at }) => ({
    ...entryFor(person?.name ?? "Someone"),
    at,
    personId: person?.id,
  }));

/** People who are asked in the same moment share a entry. */
function escalations(request: HelpRequest) {
  const asked = receiptsOf(request, "ESCALATED");
  return [...new Set(asked.map(({ at }) => at))].map((at) => {
    const names = asked.flatMap((receipt) => (receipt.at === at && receipt.person?.name) || []);
    return { kind: "escalated" as const, words: nowAsking(names), at };
  });
}

/** Uses the helper's own words, if they added any. */
function promised({ helper, promise }: HelpRequest): string {
  if (!helper || !promise) return "";
  const words = wordsOfPromise(helper.name, promise, 0)?.slice(0, -1) ?? "";
  return promise.words ? `${words}: “${promise.words}”` : words;
}

function happened(request: HelpRequest): TimelineEntry[] {
  const entries: (Omit<TimelineEntry, "at"> & { at: string | undefined })[] = [
    { kind: "sent", words: "Sent", at: request.askedAt },
    { kind: "again", words: "You asked again", at: askedAgainAt(request) },
    ...entriesFor(request, "REACHED", (name) => ({ kind: "reached", words: `On ${name}'s phone` })),
    ...entriesFor(request, "SEEN", (name) => ({ kind: "seen", words: `${name} saw it` })),
    ...escalations(request),
    { kind: "unreachable", words: "We could not reach anyone", at: unreachableSince(request) },
    {
      kind: "taken",
      words: `${request.helper?.name} ${wasAnswered(request) ? "answered" : "will help"}`,
      personId: request.helper?.id,
      at: firstAt(request, "ACKNOWLEDGED"),
    },
    {
      kind: "promised",
      words: promised(request),
      personId: request.helper?.id,
      at: request.promise?.madeAt,
    },
    {
      kind: "handed-on",
      words: `${request.handedOn?.person.name} can't help after all`,
      personId: request.handedOn?.person.id,
      at: request.handedOn?.at,
    },
  ];
  const done = entries.flatMap(({ at, ...entry }) => (at === undefined ? [] : [{ ...entry, at }]));
  return done.sort((one, other) => one.at.localeCompare(other.at));
}

function awaited(request: HelpRequest, done: TimelineEntry[]): TimelineEntry[] {
  const has = (kind: TimelineEntry["kind"]) => done.some((entry) => entry.kind === kind);
  if (has("taken") || has("unreachable")) return [];
  if (has("seen"))
    return [{ kind: "taken", words: `Nobody has ${request.scamCheck ? "answered" : "said yes"} yet` }];
  if (!has("reached")) return [{ kind: "reached", words: "Not on anyone's phone yet" }];
  const [name = "Nobody", ...others] = peopleOf(request, "REACHED");
  return [{ kind: "seen", words: others.length ? "Nobody has seen it yet" : `${name} has not seen it yet` }];
}

/** The receipts in their order, and the next one that is expected. */
export function timelineOf(request: HelpRequest): TimelineEntry[] {
  const done = happened(request);
  return [...done, ...awaited(request, done)];
}
