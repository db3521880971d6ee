import { expect, it } from "vitest";
import { wrongFields } from "./form-errors.ts";

const wrong = (message: string) => ({ type: "", message });

it("each field, even a nested one, has its own message, and the error of the whole form is not among them", () => {
  expect(
    wrongFields({
      root: wrong("Not now"),
      title: wrong("Required"),
      steps: [undefined, { channels: wrong("Please choose at least one way") }],
    }),
  ).toEqual([
    { name: "title", message: "Required" },
    { name: "steps.1.channels", message: "Please choose at least one way" },
  ]);
});

it("errors of a list's entries, or of the list itself, count once for the list", () => {
  expect(wrongFields({ options: [wrong("Too long"), wrong("Required")] })).toEqual([
    { name: "options", message: "Too long" },
  ]);
  const root = wrong("Please keep at least one step");
  expect(wrongFields({ steps: Object.assign([], { root }) })).toEqual([
    { name: "steps", message: root.message },
  ]);
});

it("an error without a message asks to check again", () => {
  expect(wrongFields({ title: { type: "required" } })).toEqual([
    { name: "title", message: "Please check this again" },
  ]);
});
