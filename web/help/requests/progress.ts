// Puts a request's state and receipts into words, for the sender and for others.

import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { callName } from "#web/families/contacts.ts";

export const isOpen = ({ state }: HelpRequest): boolean => state !== "RESOLVED" && state !== "CANCELLED";

/** Whether the server has it, but nobody can be told about it. */
export const isUnheard = ({ state, recipients }: HelpRequest): boolean =>
  state === "UNREACHABLE" && recipients === 0;

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

/** The time at which the sender reopened the request. */
export const askedAgainAt = (request: HelpRequest): string | undefined =>
  receiptsOf(request, "ACCEPTED").find(({ person }) => person !== null)?.at;

/** The first receipt that ended the request. */
export const endOf = (request: HelpRequest): Receipt | undefined => receiptsOf(request, request.state)[0];

/** Whether this person has ended the request, also after others. */
export const isEndedBy = (request: HelpRequest, personId: number): boolean =>
  receiptsOf(request, request.state).some(({ person }) => person?.id === personId);

const escalationOf = (request: HelpRequest): string => {
  const names = peopleOf(request, "ESCALATED");
  return `Now asking ${names.length ? list.format(names) : "everybody"} too`;
};

const headings: Record<HelpRequestState, (request: HelpRequest) => string> = {
  ACCEPTED: () => "Sent. Trying to reach your family.",
  HANDED_OVER: () => "Sent. Trying to reach your family.",
  REACHED: (request) => `It reached ${lastOf(request, "REACHED") ?? "your family"}'s phone.`,
  SEEN: (request) => `${lastOf(request, "SEEN") ?? "Your family"} has seen it.`,
  ESCALATED: (request) => `No answer yet. ${escalationOf(request)}.`,
  UNREACHABLE: () => "We could not reach anyone. Please call.",
  ACKNOWLEDGED: ({ helper }) => `${helper?.name ?? "Your family"} will help.`,
  RESOLVED: () => "Done.",
  CANCELLED: () => "You cancelled this.",
};

/** The heading for the sender. */
export const headingOf = (request: HelpRequest): string => headings[request.state](request);

/** The heading for other members. */
export function titleFor(request: HelpRequest, personId: number): string {
  const { askedBy, helper, isUrgent, state } = request;
  const { name } = askedBy;
  if (state === "CANCELLED") return `${name} does not need this anymore.`;
  if (state === "RESOLVED")
    return endOf(request)?.person?.id === askedBy.id ? `${name} is OK now.` : `${name} has been helped.`;
  if (helper) return helper.id === personId ? `You are helping ${name}` : `${helper.name} is helping ${name}`;
  const needs = `${name} ${askedAgainAt(request) ? "still needs" : "needs"} help`;
  return isUrgent ? `Urgent: ${needs}` : needs;
}

export interface Step {
  kind: "sent" | "again" | "reached" | "seen" | "escalated" | "unreachable" | "taken";
  words: string;
  /** Missing until it has happened. */
  at?: string;
}

const firstAt = (request: HelpRequest, state: HelpRequestState) => receiptsOf(request, state)[0]?.at;

const phonesOf = (names: string[]) =>
  `On ${list.format(names.map((name) => `${name}'s`))} ${names.length === 1 ? "phone" : "phones"}`;

const unreachableSince = (request: HelpRequest) =>
  request.state === "UNREACHABLE" ? firstAt(request, "UNREACHABLE") : undefined;

function happened(request: HelpRequest): Step[] {
  const reached = peopleOf(request, "REACHED");
  const seen = peopleOf(request, "SEEN");
  const steps: (Omit<Step, "at"> & { at: string | undefined })[] = [
    { kind: "sent", words: "Sent", at: request.askedAt },
    { kind: "again", words: "You asked again", at: askedAgainAt(request) },
    { kind: "reached", words: phonesOf(reached), at: firstAt(request, "REACHED") },
    { kind: "seen", words: `${list.format(seen)} saw it`, at: firstAt(request, "SEEN") },
    { kind: "escalated", words: escalationOf(request), at: firstAt(request, "ESCALATED") },
    { kind: "unreachable", words: "We could not reach anyone", at: unreachableSince(request) },
    { kind: "taken", words: `${request.helper?.name} will help`, at: firstAt(request, "ACKNOWLEDGED") },
  ];
  const done = steps.flatMap(({ at, ...step }) => (at === undefined ? [] : [{ ...step, at }]));
  return done.sort((one, other) => one.at.localeCompare(other.at));
}

function awaited(request: HelpRequest, done: Step[]): Step[] {
  const has = (kind: Step["kind"]) => done.some((step) => step.kind === kind);
  if (has("taken") || has("unreachable")) return [];
  if (has("seen")) return [{ kind: "taken", words: "Nobody has said yes yet" }];
  if (!has("reached")) return [{ kind: "reached", words: "Not on anyone's phone yet" }];
  const [name = "Nobody", ...others] = peopleOf(request, "REACHED");
  return [{ kind: "seen", words: others.length ? "Nobody has seen it yet" : `${name} has not seen it yet` }];
}

/** The receipts in their order, and the next one that is expected. */
export function stepsOf(request: HelpRequest): Step[] {
  const done = happened(request);
  return [...done, ...awaited(request, done)];
}
