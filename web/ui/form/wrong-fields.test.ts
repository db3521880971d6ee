import { expect, it } from "vitest";
import { wrongFields } from "./wrong-fields.ts";

const wrong = (message: string) => ({ type: "", message });

it("a field has its own message, also one within another, and what is wrong with the whole is none of them", () => {
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

it("what is wrong with entries of a list, or with all of it, is said once of the list", () => {
  expect(wrongFields({ options: [wrong("Too long"), wrong("Required")] })).toEqual([
    { name: "options", message: "Too long" },
  ]);
  const root = wrong("Please keep at least one step");
  expect(wrongFields({ steps: Object.assign([], { root }) })).toEqual([
    { name: "steps", message: root.message },
  ]);
});

it("an error without words asks to look again", () => {
  expect(wrongFields({ title: { type: "required" } })).toEqual([
    { name: "title", message: "Please check this again" },
  ]);
});
