import { expect, it } from "vitest";
import { callName } from "./call-name.ts";

it("leaves out the name that the whole family shares, and nothing else", () => {
  const called = ["Anna Reyes", "Ben Stone", "Aunt Sue", "Reyes", "Rose"].map((name) =>
    callName(name, "The Reyes family"),
  );
  expect(called).toEqual(["Anna", "Ben Stone", "Aunt Sue", "Reyes", "Rose"]);
});
