import { expect, it } from "vitest";
import { greetedAs, greetingAt } from "./greeting.ts";

it.each([
  ["00:00", "Good morning", "sun"],
  ["11:59", "Good morning", "sun"],
  ["12:00", "Good afternoon", "sun-behind-cloud"],
  ["16:59", "Good afternoon", "sun-behind-cloud"],
  ["17:00", "Good evening", "crescent-moon"],
  ["23:59", "Good evening", "crescent-moon"],
])("at %s it says %s, beside the %s", (time, words, sky) => {
  expect(greetingAt(time)).toEqual({ words, sky });
});

it("greets by the stored names, then by the person's own, and by a pair of names only somebody without a name", () => {
  const rose = { role: "grandparent", grandparentNames: "Rose & Walter", name: "Rose" } as const;
  expect(greetedAs(rose)).toBe("Rose & Walter");
  expect(greetedAs({ ...rose, grandparentNames: null })).toBe("Rose");
  expect(greetedAs({ ...rose, grandparentNames: null, name: "" })).toBe("Grandma & Grandpa");
  expect(greetedAs({ ...rose, grandparentNames: null, name: undefined }), "not known yet").toBe("");
  expect(greetedAs({ role: "admin", grandparentNames: null, name: "Anna" })).toBe("Anna");
});
