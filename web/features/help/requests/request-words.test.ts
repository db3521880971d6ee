import { expect, it } from "vitest";
import type { HelpPromise, Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { accepted, anna, ben, requestAfter, rose } from "#tests/support/help-request.ts";
import { timeOf } from "#web/ui/time/clock.ts";
import { spokenUpdates } from "./announcements.tsx";
import {
  hasNoRecipients,
  headingOf,
  longestHeading,
  questionOf,
  timelineOf,
  titleFor,
  toneOf,
  wordsOfEnd,
} from "./request-words.ts";

it("says in plain words how a request is going", () => {
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
    "Solved. Anna helped you.",
    "You canceled this.",
  ]);
});

it("asks the sender whether it is solved, and says who said so when", () => {
  const done = requestAfter(accepted, ["ACKNOWLEDGED", anna], ["RESOLVED", anna]);
  const time = timeOf("2026-11-20T13:02:00Z");
  expect(headingOf(done)).toBe(`Anna said it's done at ${time}. Does it work now?`);
  expect([wordsOfEnd(done, anna.id), wordsOfEnd(done, ben.id)]).toEqual([
    `You said it's done at ${time}.`,
    `Anna said it's done at ${time}.`,
  ]);
});

it("names who helped, also without “I'll help”, and nobody if the sender did without", () => {
  expect(headingOf(requestAfter(accepted, ["RESOLVED", ben], ["RESOLVED", rose]))).toBe(
    "Solved. Ben helped you.",
  );
  expect(headingOf(requestAfter(accepted, ["RESOLVED", rose]))).toBe("Solved.");
});

it("asks the sender to call once nobody has answered for ten minutes, since they last asked", () => {
  const called = "Nobody has answered yet. Please call.";
  const headingAfter = (request: HelpRequest, minutes: number) =>
    headingOf(request, Date.parse(request.askedAt) + minutes * 60_000);
  const seen = requestAfter(accepted, ["REACHED", anna], ["SEEN", anna]);
  expect([9, 10].map((minutes) => headingAfter(seen, minutes))).toEqual(["Anna has seen it.", called]);
  expect(headingAfter(requestAfter(accepted), 10)).toBe(called);
  expect(headingAfter(requestAfter(accepted, ["ESCALATED", ben]), 10)).toBe(called);
  expect(headingAfter(requestAfter(accepted, ["UNREACHABLE", null]), 10)).toMatch(/^We could not reach/);
  expect(headingAfter(requestAfter(accepted, ["ACKNOWLEDGED", anna]), 10)).toBe("Anna will help.");
  const again = { ...requestAfter(accepted, ["ACCEPTED", rose]), state: "ACCEPTED" as const };
  expect([10, 11].map((minutes) => headingAfter(again, minutes))).toEqual([headingOf(again), called]);
});

const wordsOf = (request: HelpRequest) =>
  timelineOf(request).map(({ words, at }) => (at ? words : `(${words})`));

it("lists what happened, and the next thing that is expected", () => {
  expect(wordsOf(requestAfter(accepted))).toEqual(["Sent", "(Not on anyone's phone yet)"]);
  expect(wordsOf(requestAfter(accepted, ["REACHED", anna]))).toEqual([
    "Sent",
    "On Anna's phone",
    "(Anna has not seen it yet)",
  ]);
  expect(wordsOf(requestAfter(accepted, ["REACHED", anna], ["REACHED", ben], ["SEEN", ben]))).toEqual([
    "Sent",
    "On Anna's phone",
    "On Ben's phone",
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

it("gives each person one line for when the request reached them, and one for when they saw it", () => {
  const request = requestAfter(accepted, ["REACHED", anna], ["SEEN", anna], ["REACHED", ben], ["SEEN", ben]);
  expect(timelineOf(request).map(({ words, at }) => `${words} ${at?.slice(11, 16)}`)).toEqual([
    "Sent 13:00",
    "On Anna's phone 13:01",
    "Anna saw it 13:02",
    "On Ben's phone 13:03",
    "Ben saw it 13:04",
    "Nobody has said yes yet undefined",
  ]);
});

it("names everybody who was asked later, and lists what happened in order", () => {
  const carla = { id: 4, name: "Carla" };
  const request = requestAfter(accepted, ["ESCALATED", ben], ["ESCALATED", carla], ["SEEN", carla]);
  expect(headingOf({ ...request, state: "ESCALATED" })).toBe("No answer yet. Now asking Ben and Carla too.");
  expect(wordsOf(request)).toEqual([
    "Sent",
    "Now asking Ben too",
    "Now asking Carla too",
    "Carla saw it",
    "(Nobody has said yes yet)",
  ]);
  const at = request.askedAt;
  const atOnce = request.receipts.map((one) => (one.state === "ESCALATED" ? { ...one, at } : one));
  expect(wordsOf({ ...request, receipts: atOnce })[1]).toBe("Now asking Ben and Carla too");
});

it("keeps each heading within the space that the card reserves, however many people are asked", () => {
  const names = ["Anna", "Ben", "Carla", "David"];
  const [, second, third, fourth] = names.map((name, index) => ({ id: index + 2, name }));
  if (!second || !third || !fourth) throw new Error("There are four people.");
  const asked = requestAfter(accepted, ["ESCALATED", second], ["ESCALATED", third], ["ESCALATED", fourth]);
  const heading = headingOf({ ...asked, state: "ESCALATED" });
  expect(heading).toBe("No answer yet. Now asking Ben and 2 others too.");
  expect(heading.length).toBeLessThanOrEqual(longestHeading(names, null).length);
  expect(longestHeading([], null)).toBe("Nobody has answered yet. Please call.");
});

it("expects nothing more once nobody could be reached", () => {
  expect(wordsOf(requestAfter(accepted, ["UNREACHABLE", null]))).toEqual([
    "Sent",
    "We could not reach anyone",
  ]);
});

it("says that the sender asked again, and starts over from there", () => {
  const words = ["Sent", "You asked again", "(Not on anyone's phone yet)"];
  expect(wordsOf({ ...requestAfter(accepted, ["ACCEPTED", rose]), state: "ACCEPTED" })).toEqual(words);
});

it("tells the family who needs help, whether it is urgent, and how it ended", () => {
  const asked = requestAfter(accepted);
  const taken = requestAfter(accepted, ["ACKNOWLEDGED", anna]);
  const titles = [
    titleFor(asked, anna.id),
    titleFor({ ...asked, isUrgent: true }, anna.id),
    titleFor(requestAfter(accepted, ["ACCEPTED", rose]), anna.id),
    titleFor(taken, anna.id),
    titleFor(taken, ben.id),
    titleFor(requestAfter(accepted, ["ACKNOWLEDGED", anna], ["RESOLVED", anna]), ben.id),
    titleFor(requestAfter(accepted, ["ACKNOWLEDGED", anna], ["RESOLVED", anna], ["RESOLVED", rose]), ben.id),
    titleFor(requestAfter(accepted, ["ACKNOWLEDGED", anna], ["RESOLVED", rose]), ben.id),
    titleFor(requestAfter(accepted, ["CANCELLED", rose]), ben.id),
  ];
  expect(titles).toEqual([
    "Rose needs help",
    "Urgent: Rose needs help",
    "Rose still needs help",
    "You are helping Rose",
    "Anna is helping Rose",
    "Waiting for Rose to confirm.",
    "Rose has been helped.",
    "Rose is OK now.",
    "Rose does not need this anymore.",
  ]);
});

it("detects when nobody can be notified", () => {
  const request = requestAfter(accepted, ["UNREACHABLE", null]);
  expect(hasNoRecipients(request)).toBe(false);
  expect(hasNoRecipients({ ...request, recipients: 0 })).toBe(true);
});

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
