import { expect, it } from "vitest";
import { categoryPicture } from "./category-picture.ts";

it("each category of the specification has its own picture, and any other one the generic picture", () => {
  const names = ["Tech Help", "Home Help", "Rides & Errands", "Health & Meds", "Bills & Finance"];
  const others = ["Social & Fun", "Food & Meals", "Other Help"];
  const emoji = [...names, ...others].map((name) => categoryPicture(name).emoji);
  expect(new Set(emoji).size).toBe(8);
  expect(emoji).not.toContain(categoryPicture("Gardening").emoji);
});
