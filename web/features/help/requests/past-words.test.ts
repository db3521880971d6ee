import { expect, it } from "vitest";
import type { PastRequest } from "#contract/help/past-requests.ts";
import { answerWords, askedWords, calledFor, endWords, figureWords } from "./past-words.ts";

const askedAt = "2026-11-20T13:00:00.000Z";
const ben = { id: 2, name: "Ben Reyes" };
const request: PastRequest = {
  id: 1,
  idempotencyKey: "a",
  isThanked: false,
  hasReplies: false,
  phrase: "Help!",
  categoryName: null,
  askedAt,
  answer: null,
  end: null,
  askedBy: { id: 1, name: "Rose Reyes" },
};
const answeredAt = (at: string): PastRequest => ({
  ...request,
  answer: { state: "ACKNOWLEDGED", person: ben, at },
});
const called = calledFor(3, "The Reyes family");

it("says who asked, and for what kind of help", () => {
  expect(askedWords(request, called)).toBe("Rose");
  expect(askedWords({ ...request, categoryName: "Tech Help" }, called)).toBe("Rose, Tech Help");
});

it("says who answered, and how fast", () => {
  const said = [
    "2026-11-20T13:00:40Z",
    "2026-11-20T13:01:59Z",
    "2026-11-20T13:02:00Z",
    "2026-11-20T15:10:00Z",
  ];
  expect(said.map((at) => answerWords(answeredAt(at), called))).toEqual([
    "Ben, within a minute",
    "Ben, after 1 minute",
    "Ben, after 2 minutes",
    "Ben, after 2 hours",
  ]);
});

it("says when nobody did", () => {
  expect(answerWords(request, called)).toBe("Nobody yet");
  const end = { state: "CANCELLED", person: null, at: askedAt } as const;
  expect(answerWords({ ...request, end }, called)).toBe("Nobody");
});

it("says how it ended", () => {
  expect(endWords(request, called)).toBe("Still open");
  const end = (state: "RESOLVED" | "CANCELLED") => ({ ...request, end: { state, person: ben, at: askedAt } });
  expect(endWords(end("RESOLVED"), called)).toBe("Solved");
  expect(endWords({ ...end("RESOLVED"), isThanked: true }, called)).toBe("Solved. Rose said thank you ♥");
  expect(endWords(end("CANCELLED"), called)).toBe("Rose took it back");
});

it("calls the person who is looking “You”", () => {
  const roses = calledFor(1, "The Reyes family");
  const end = { state: "CANCELLED", person: request.askedBy, at: askedAt } as const;
  expect(askedWords({ ...request, categoryName: "Tech Help" }, roses)).toBe("You, Tech Help");
  expect(endWords({ ...request, end }, roses)).toBe("You took it back");
  const bens = calledFor(2, "The Reyes family");
  expect(answerWords(answeredAt("2026-11-20T13:02:00Z"), bens)).toBe("You, after 2 minutes");
});

it("says how soon half of a month's requests were answered, rounded up", () => {
  const said = [
    { asked: 0, answered: 0, halfWithin: null },
    { asked: 12, answered: 10, halfWithin: 180 },
    { asked: 12, answered: 10, halfWithin: 181 },
    { asked: 12, answered: 10, halfWithin: 3601 },
    { asked: 1, answered: 1, halfWithin: 5 },
    { asked: 12, answered: 5, halfWithin: null },
    { asked: 2, answered: 0, halfWithin: null },
  ].map(figureWords);
  expect(said).toEqual([
    "",
    "In the last 30 days: 12 requests, half of them answered within 3 minutes.",
    "In the last 30 days: 12 requests, half of them answered within 4 minutes.",
    "In the last 30 days: 12 requests, half of them answered within 2 hours.",
    "In the last 30 days: 1 request, answered within 1 minute.",
    "In the last 30 days: 12 requests, 5 of them answered.",
    "In the last 30 days: 2 requests, none of them answered.",
  ]);
});
