import { expect, it } from "vitest";
import { beginningOf, shortened } from "./graphemes.ts";

const signs = ["👵🏽", "👩‍👩‍👧‍👦", "🇺🇸", "e\u0301", "क्षि", "𠮷", "❤️", "1️⃣", "한"];

it.each(signs)("a text is never cut inside %s", (sign) => {
  const text = sign.repeat(20);
  for (let max = 0; max < text.length; max++) {
    const beginning = beginningOf(text, max);
    const isTooLong = sign.length > max;
    if (!isTooLong) expect(beginning).toBe(sign.repeat(Math.floor(max / sign.length)));
    expect([max, beginning.length <= max, beginning.isWellFormed()]).toEqual([max, true, true]);
  }
});

it("a text that fits stays as it is, and a longer one gets an ellipsis within its length", () => {
  expect(shortened("Dentist", 7)).toBe("Dentist");
  expect(shortened("Dentist with Grandma 👵🏽", 24)).toBe("Dentist with Grandma…");
  expect(shortened("Dentist with Grandma 👵🏽", 25)).toBe("Dentist with Grandma 👵🏽");
});
