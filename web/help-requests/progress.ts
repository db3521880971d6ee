// What a request's state and receipts say, in words for the one who asked.
import type { HelpRequest, HelpRequestState } from "#contract/help-requests.ts";
import { callName } from "#web/families/call-name.ts";

/** The same request, with everybody called as this family calls them. */
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

/** Who did it, each once, first one first. */
const peopleOf = (request: HelpRequest, state: HelpRequestState): string[] => [
  ...new Set(receiptsOf(request, state).flatMap(({ person }) => person?.name ?? [])),
];

const lastOf = (request: HelpRequest, state: HelpRequestState) => peopleOf(request, state).at(-1);

const headings: Record<HelpRequestState, (request: HelpRequest) => string> = {
  ACCEPTED: () => "Sent. Trying to reach your family.",
  HANDED_OVER: () => "Sent. Trying to reach your family.",
  REACHED: (request) => `It reached ${lastOf(request, "REACHED") ?? "your family"}'s phone.`,
  SEEN: (request) => `${lastOf(request, "SEEN") ?? "Your family"} has seen it.`,
  ESCALATED: (request) => `No answer yet. Now asking ${lastOf(request, "ESCALATED") ?? "everybody"} too.`,
  UNREACHABLE: () => "We could not reach anyone. Please call.",
  ACKNOWLEDGED: ({ helper }) => `${helper?.name ?? "Your family"} will help.`,
  RESOLVED: () => "Done.",
  CANCELLED: () => "You cancelled this.",
};

export const headingOf = (request: HelpRequest): string => headings[request.state](request);

export interface Step {
  kind: "sent" | "reached" | "seen" | "escalated" | "taken";
  words: string;
  /** Missing while it has not happened. */
  at?: string;
}

const firstAt = (request: HelpRequest, state: HelpRequestState) => receiptsOf(request, state)[0]?.at;

const phonesOf = (names: string[]) =>
  `On ${list.format(names.map((name) => `${name}'s`))} ${names.length === 1 ? "phone" : "phones"}`;

const escalationOf = (names: string[]) => `Now asking ${names.length ? list.format(names) : "everybody"} too`;

function happened(request: HelpRequest): Step[] {
  const reached = peopleOf(request, "REACHED");
  const seen = peopleOf(request, "SEEN");
  const steps: (Omit<Step, "at"> & { at: string | undefined })[] = [
    { kind: "sent", words: "Sent", at: request.askedAt },
    { kind: "reached", words: phonesOf(reached), at: firstAt(request, "REACHED") },
    { kind: "seen", words: `${list.format(seen)} saw it`, at: firstAt(request, "SEEN") },
    {
      kind: "escalated",
      words: escalationOf(peopleOf(request, "ESCALATED")),
      at: firstAt(request, "ESCALATED"),
    },
    { kind: "taken", words: `${request.helper?.name} will help`, at: firstAt(request, "ACKNOWLEDGED") },
  ];
  return steps.flatMap(({ at, ...step }) => (at === undefined ? [] : [{ ...step, at }]));
}

function awaited(request: HelpRequest, done: Step[]): Step[] {
  const has = (kind: Step["kind"]) => done.some((step) => step.kind === kind);
  if (has("taken")) return [];
  if (has("seen")) return [{ kind: "taken", words: "Nobody has said yes yet" }];
  if (!has("reached")) return [{ kind: "reached", words: "Not on anybody's phone yet" }];
  const [name = "Nobody", ...others] = peopleOf(request, "REACHED");
  return [{ kind: "seen", words: others.length ? "Nobody has seen it yet" : `${name} has not seen it yet` }];
}

/** The true receipts in their order, and the next one that is waited for. */
export function stepsOf(request: HelpRequest): Step[] {
  const done = happened(request);
  return [...done, ...awaited(request, done)];
}
