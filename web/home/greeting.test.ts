import { expect, it } from "vitest";
import { greetedAs, skyAt } from "./greeting.ts";

it("shows the sun before 12, the cloud from 12, the moon from 17", () => {
  const skies = ["00:00", "11:59", "12:00", "16:59", "17:00", "23:59"].map(skyAt);
  expect(skies).toEqual([
    "sun",
    "sun",
    "sun-behind-cloud",
    "sun-behind-cloud",
    "crescent-moon",
    "crescent-moon",
  ]);
});

it("greets by the stored names, grandparents without any by a pair of names, and others by their own", () => {
  const rose = { role: "grandparent", grandparentNames: "Rose & Walter", name: "Rose" } as const;
  expect(greetedAs(rose)).toBe("Rose & Walter");
  expect(greetedAs({ ...rose, grandparentNames: null })).toBe("Grandma & Grandpa");
  expect(greetedAs({ role: "admin", grandparentNames: null, name: "Anna" })).toBe("Anna");
});
