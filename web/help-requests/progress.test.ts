import { expect, it } from "vitest";
import type { HelpRequest, HelpRequestState } from "#contract/help-requests.ts";
import { headingOf, stepsOf } from "./progress.ts";
import { isUnheard } from "./state.ts";

const rose = { id: 1, name: "Rose", role: "grandparent", phoneNumber: "+16145550142" } as const;
const anna = { id: 2, name: "Anna", role: "admin", phoneNumber: "+16145550187" } as const;
const ben = { id: 3, name: "Ben", role: "child", phoneNumber: null } as const;

type Happened = [HelpRequestState, { id: number; name: string } | null];

/** A request to which these things happened, a minute apart. */
function requestAfter(...happened: Happened[]): HelpRequest {
  const at = (minute: number) => `2026-11-20T13:0${minute}:00.000Z`;
  const receipts = happened.map(([state, person], minute) => ({ state, person, at: at(minute) }));
  const isTaken = happened.some(([state]) => state === "ACKNOWLEDGED");
  return {
    ...{
      id: 7,
      isUrgent: false,
      idempotencyKey: "a-key",
      phrase: "My TV isn't working.",
      categoryName: "Tech Help",
      askedBy: rose,
      askedAt: at(0),
    },
    ...{ state: happened.at(-1)?.[0] ?? "ACCEPTED", helper: isTaken ? anna : null, recipients: 2, receipts },
  };
}

const accepted: Happened = ["ACCEPTED", null];

it("says in plain words how a request stands", () => {
  const headings = [
    requestAfter(accepted),
    requestAfter(accepted, ["HANDED_OVER", null]),
    requestAfter(accepted, ["REACHED", anna]),
    requestAfter(accepted, ["REACHED", anna], ["SEEN", anna]),
    requestAfter(accepted, ["ESCALATED", ben]),
    requestAfter(accepted, ["UNREACHABLE", null]),
    requestAfter(accepted, ["ACKNOWLEDGED", anna]),
    requestAfter(accepted, ["ACKNOWLEDGED", anna], ["RESOLVED", rose]),
    requestAfter(accepted, ["CANCELLED", rose]),
  ].map(headingOf);
  expect(headings).toEqual([
    "Sent. Trying to reach your family.",
    "Sent. Trying to reach your family.",
    "It reached Anna's phone.",
    "Anna has seen it.",
    "No answer yet. Now asking Ben too.",
    "We could not reach anyone. Please call.",
    "Anna will help.",
    "Done.",
    "You cancelled this.",
  ]);
});

const wordsOf = (request: HelpRequest) =>
  stepsOf(request).map(({ words, at }) => (at ? words : `(${words})`));

it("lists what truly happened, and the one thing that is waited for", () => {
  expect(wordsOf(requestAfter(accepted))).toEqual(["Sent", "(Not on anybody's phone yet)"]);
  expect(wordsOf(requestAfter(accepted, ["REACHED", anna]))).toEqual([
    "Sent",
    "On Anna's phone",
    "(Anna has not seen it yet)",
  ]);
  expect(wordsOf(requestAfter(accepted, ["REACHED", anna], ["REACHED", ben], ["SEEN", ben]))).toEqual([
    "Sent",
    "On Anna's and Ben's phones",
    "Ben saw it",
    "(Nobody has said yes yet)",
  ]);
  expect(wordsOf(requestAfter(accepted, ["REACHED", anna], ["SEEN", anna], ["ACKNOWLEDGED", anna]))).toEqual([
    "Sent",
    "On Anna's phone",
    "Anna saw it",
    "Anna will help",
  ]);
});

it("knows when there is nobody who could hear of it", () => {
  const request = requestAfter(accepted, ["UNREACHABLE", null]);
  expect(isUnheard(request)).toBe(false);
  expect(isUnheard({ ...request, recipients: 0 })).toBe(true);
});
