import { expect, it } from "vitest";
import { accepted, anna, ben, type Happened, requestAfter, rose } from "#tests/support/help-request.ts";
import { spokenUpdates } from "./spoken-updates.ts";

const carla = { id: 4, name: "Carla" };
const sent = requestAfter(accepted);
const toRose = (before: typeof sent, after: typeof sent) => spokenUpdates([before], [after], rose.id);

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
    spokenUpdates(steps.slice(place - 1, place), [after], rose.id),
  );
  expect(said).toEqual([
    "Sent. Trying to reach your family.",
    "It reached Anna's phone.",
    "Anna has seen it.",
    "No answer yet. Now asking Ben too.",
    "Ben will help.",
    "Done. Is it solved?",
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
  expect(spokenUpdates([], [sent], rose.id, () => true)).toEqual([]);
  expect(toRose(sent, requestAfter(accepted, ["CANCELLED", rose]))).toEqual([]);
  const done = requestAfter(accepted, ["RESOLVED", anna]);
  expect(toRose(done, requestAfter(accepted, ["ACCEPTED", rose]))).toEqual([]);
  expect(spokenUpdates([sent], [requestAfter(accepted, ["ACKNOWLEDGED", anna])], anna.id)).toEqual([]);
});

it("tells the others who needs help, that it is urgent, and who helps", () => {
  const toAnna = (before: (typeof sent)[], after: typeof sent) => spokenUpdates(before, [after], anna.id);
  const urgent = { ...sent, isUrgent: true };
  expect(toAnna([], sent)).toEqual(["Rose needs help"]);
  expect(toAnna([sent], urgent)).toEqual(["Urgent: Rose needs help"]);
  expect(toAnna([sent], requestAfter(accepted, ["ACKNOWLEDGED", ben]))).toEqual(["Ben is helping Rose"]);
  expect(toAnna([sent], requestAfter(accepted, ["SEEN", ben]))).toEqual([]);
});
