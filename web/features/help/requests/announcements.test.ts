import { expect, it } from "vitest";
import { accepted, anna, ben, type Happened, requestAfter, rose } from "#tests/support/help-request.ts";
import { timeOf } from "#web/ui/time/clock.ts";
import { spokenUpdates } from "./announcements.tsx";

const carla = { id: 4, name: "Carla" };
const sent = requestAfter(accepted);
const asked = Date.parse(sent.askedAt);
const at = (...requests: (typeof sent)[]) => ({ requests, now: asked });
const toRose = (before: typeof sent, after: typeof sent) => spokenUpdates(at(before), at(after), rose.id);

it("announces each receipt once, in the words of the card", () => {
  const happened: Happened[] = [
    accepted,
    ["HANDED_OVER", null],
    ["REACHED", anna],
    ["SEEN", anna],
    ["ESCALATED", ben],
    ["ACKNOWLEDGED", ben],
    ["RESOLVED", ben],
  ];
  const steps = happened.map((_, place) => requestAfter(...happened.slice(0, place + 1)));
  const said = steps.flatMap((after, place) =>
    spokenUpdates(at(...steps.slice(place - 1, place)), at(after), rose.id),
  );
  expect(said).toEqual([
    "Sent. Trying to reach your family.",
    "It reached Anna's phone.",
    "Anna has seen it.",
    "No answer yet. Now asking Ben too.",
    "Ben will help.",
    `Ben said it's done at ${timeOf("2026-11-20T13:06:00Z")}. Does it work now?`,
  ]);
});

it("announces several changes at once, and nothing when the same list is read again", () => {
  const after = requestAfter(accepted, ["REACHED", anna], ["SEEN", anna]);
  expect(toRose(sent, after)).toEqual(["It reached Anna's phone.", "Anna has seen it."]);
  expect(toRose(after, after)).toEqual([]);
  expect(toRose(sent, requestAfter(accepted, ["ESCALATED", ben], ["ESCALATED", carla]))).toEqual([
    "No answer yet. Now asking Ben and Carla too.",
  ]);
  expect(toRose(sent, requestAfter(accepted, ["UNREACHABLE", null]))).toEqual([
    "We could not reach anyone. Please call.",
  ]);
});

it("leaves out the person's own actions", () => {
  expect(spokenUpdates(at(), at(sent), rose.id, () => true)).toEqual([]);
  expect(toRose(sent, requestAfter(accepted, ["CANCELLED", rose]))).toEqual([]);
  const done = requestAfter(accepted, ["RESOLVED", anna]);
  expect(toRose(done, requestAfter(accepted, ["ACCEPTED", rose]))).toEqual([]);
  expect(spokenUpdates(at(sent), at(requestAfter(accepted, ["ACKNOWLEDGED", anna])), anna.id)).toEqual([]);
});

it("tells the others who needs help, that it is urgent, and who helps", () => {
  const toAnna = (before: (typeof sent)[], after: typeof sent) =>
    spokenUpdates(at(...before), at(after), anna.id);
  const urgent = { ...sent, isUrgent: true };
  expect(toAnna([], sent)).toEqual(["Rose needs help"]);
  expect(toAnna([sent], urgent)).toEqual(["Urgent: Rose needs help"]);
  expect(toAnna([sent], requestAfter(accepted, ["ACKNOWLEDGED", ben]))).toEqual(["Ben is helping Rose"]);
  expect(toAnna([sent], requestAfter(accepted, ["SEEN", ben]))).toEqual([]);
});

it("says once that nobody has answered for ten minutes", () => {
  const seen = requestAfter(accepted, ["SEEN", anna]);
  const after = (minutes: number) => ({ requests: [seen], now: asked + minutes * 60_000 });
  const said = [8, 9, 10, 11].map((minute) => spokenUpdates(after(minute), after(minute + 1), rose.id));
  expect(said).toEqual([[], ["Nobody has answered yet. Please call."], [], []]);
});
