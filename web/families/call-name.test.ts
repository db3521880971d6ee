import { expect, it } from "vitest";
import { callName } from "./contacts.ts";

it("leaves out the family's last name, and nothing else", () => {
  const called = ["Anna Reyes", "Ben Stone", "Aunt Sue", "Reyes", "Rose"].map((name) =>
    callName(name, "The Reyes family"),
  );
  expect(called).toEqual(["Anna", "Ben Stone", "Aunt Sue", "Reyes", "Rose"]);
});
