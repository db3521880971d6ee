import { expect, it } from "vitest";
import { pathInside } from "./return-place.ts";

const origin = "https://porchlight.example";

it.each(["/", "/help", "/admin/co-admins", "/invite?code=abc", "/family/1", "/?day=1#reply-2"])(
  "%s is a path inside the app",
  (path) => {
    expect(pathInside(path, origin)).toBe(path);
  },
);

it.each([
  ...["//evil.example", "/\\evil.example", "\\/evil.example", "https://evil.example", "https:evil.example"],
  ...[
    "javascript:alert(1)",
    "evil",
    "",
    "/\t/evil.example",
    "/\n/evil.example",
    "\u0000/help",
    "/\u0085help",
  ],
  ...["/.//evil.example", "/help/..//evil.example", "///evil.example", "https://porchlight.example/help"],
])("%j is refused", (remembered) => {
  expect(pathInside(remembered, origin)).toBeUndefined();
});

it("without a stored path, the result is undefined", () => {
  expect(pathInside(null, origin)).toBeUndefined();
});
