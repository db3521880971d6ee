import { expect, it } from "vitest";
import type { HelpPromise, Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { accepted, anna, ben, requestAfter, rose } from "#tests/support/help-request.ts";
import { timeOf } from "#web/ui/time/clock.ts";
import { spokenUpdates } from "./announcements.tsx";
import { questionOf } from "./promise-words.ts";
import { headingOf, timelineOf, titleFor, toneOf } from "./request-words.ts";

const madeAt = "2026-11-20T13:02:00.000Z";
const dueAt = "2026-11-20T13:30:00.000Z";
const taken = requestAfter(accepted, ["ACKNOWLEDGED", anna]);
const promised = (kind: HelpPromise["kind"], askedAt: string | null = null): HelpRequest => ({
  ...taken,
  promise: { kind, dueAt: kind === "CALL_AT" ? dueAt : null, words: null, madeAt, askedAt },
});
const atMinute = (minute: number) => Date.parse(madeAt) + minute * 60_000;
const headingAt = (request: HelpRequest, minute: number) => headingOf(request, atMinute(minute));

it("counts the minutes until a promised call, and stops saying what can no longer be true", () => {
  const call = promised("CALL_AT");
  const time = timeOf(dueAt);
  // The minute shown began a little before "In 28 minutes" was said.
  expect([-0.9, 0, 27, 28, 37, 39].map((minute) => headingAt(call, minute))).toEqual([
    `Anna will call at ${time}. In 28 minutes.`,
    `Anna will call at ${time}. In 28 minutes.`,
    `Anna will call at ${time}. In 1 minute.`,
    `Anna will call at ${time}. Any minute now.`,
    `Anna will call at ${time}. Any minute now.`,
    `Anna wanted to call at ${time}.`,
  ]);
  expect([-62, -32, -152].map((minute) => headingAt(call, minute))).toEqual([
    `Anna will call at ${time}. In 1 hour 30 minutes.`,
    `Anna will call at ${time}. In 1 hour.`,
    `Anna will call at ${time}. In 3 hours.`,
  ]);
  expect([0, 11].map((minute) => headingAt(promised("CALLING"), minute))).toEqual([
    "Anna is calling now.",
    "Anna will help.",
  ]);
  expect([59, 61].map((minute) => headingAt(promised("COMING"), minute))).toEqual([
    "Anna is on the way.",
    "Anna will help.",
  ]);
});

it("asks whether it happened only once the server has asked", () => {
  expect(questionOf(promised("CALLING"))).toBeUndefined();
  expect(questionOf(promised("CALL_AT", dueAt))).toBe("Did Anna call?");
  expect(questionOf(promised("COMING", dueAt))).toBe("Did Anna come?");
});

it("lists a promise with its time and the helper's words, and who could not help after all", () => {
  const words: HelpRequest = {
    ...taken,
    promise: { kind: "COMING", dueAt: null, words: "With soup", madeAt, askedAt: null },
  };
  const entry = { kind: "promised", personId: anna.id, words: "Anna is on the way: “With soup”", at: madeAt };
  expect(timelineOf(words)).toContainEqual(entry);
  const handedOn = { ...requestAfter(accepted, ["SEEN", anna]), handedOn: { person: anna, at: madeAt } };
  expect(timelineOf(handedOn)).toContainEqual({
    kind: "handed-on",
    personId: anna.id,
    words: "Anna can't help after all",
    at: madeAt,
  });
  expect(headingAt(handedOn, 9)).toBe("Anna can't help after all. Asking your family again.");
  expect(headingAt(handedOn, 10)).toBe("Nobody has answered yet. Please call.");
});

const scamCheck = (...verdicts: [typeof anna | typeof ben, Verdict][]): HelpRequest => ({
  ...taken,
  scamCheck: {
    isCall: true,
    verdicts: verdicts.map(([person, verdict]) => ({ person, verdict, at: madeAt })),
  },
});

it("says the family's verdict in its own words, and the most careful one of several", () => {
  const both = scamCheck([ben, "FINE"], [anna, "SCAM"]);
  expect([headingOf(both), toneOf(both)]).toEqual(["It's a scam: don't", "scam"]);
  const fine = scamCheck([ben, "FINE"]);
  expect([headingOf(fine), toneOf(fine)]).toEqual(["It's fine", "fine"]);
  const calling = scamCheck([ben, "FINE"], [anna, "CALLING"]);
  expect([headingOf(calling), toneOf(calling)]).toEqual(["Anna is calling you.", undefined]);
  expect(titleFor(scamCheck(), anna.id)).toBe("Rose asks: Is this a scam?");
  expect(headingOf({ ...both, state: "CANCELLED" })).toBe("You canceled this.");
});

it("lists an answer to a scam check as an answer, unless the helper has said “I'll help”", () => {
  const asked = { ...requestAfter(accepted, ["SEEN", anna]), scamCheck: { isCall: true, verdicts: [] } };
  expect(timelineOf(asked).at(-1)?.words).toBe("Nobody has answered yet");
  expect(timelineOf(scamCheck([anna, "SCAM"])).at(-1)?.words).toBe("Anna answered");
  expect(timelineOf(scamCheck([ben, "FINE"])).at(-1)?.words).toBe("Anna will help");
});

it("announces each of these once, even when it comes together with “I'll help”", () => {
  const at = (request: HelpRequest) => ({ requests: [request], now: atMinute(0) });
  const said = (before: HelpRequest, after: HelpRequest) => spokenUpdates(at(before), at(after), rose.id);
  const calling = promised("CALLING");
  expect(said(taken, calling)).toEqual(["Anna is calling now."]);
  expect(said(requestAfter(accepted), calling)).toEqual(["Anna is calling now."]);
  expect(said(calling, calling)).toEqual([]);
  expect(said(calling, promised("CALLING", dueAt))).toEqual(["Did Anna call?"]);
  expect(said(scamCheck([ben, "FINE"]), scamCheck([ben, "FINE"], [anna, "SCAM"]))).toEqual([
    "It's a scam: don't",
  ]);
});
