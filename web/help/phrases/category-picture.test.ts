import { expect, it } from "vitest";
import { categoryPicture } from "./category-picture.ts";

it("each category of the specification has a picture of its own, any other the generic one", () => {
  const names = ["Tech Help", "Home Help", "Rides & Errands", "Health & Meds", "Bills & Finance"];
  const others = ["Social & Fun", "Food & Meals", "Other Help"];
  const emoji = [...names, ...others].map((name) => categoryPicture(name).emoji);
  expect(new Set(emoji).size).toBe(8);
  expect(emoji).not.toContain(categoryPicture("Gardening").emoji);
});
