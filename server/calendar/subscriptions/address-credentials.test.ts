import { expect, test } from "vitest";
import { checkAddress } from "./address.ts";

test.each(["http://user@example.com/", "http://:secret@example.com/", "http://user:secret@example.com/"])(
  "an address with a user name or a password is refused: %s",
  (address) => {
    expect(() => checkAddress(new URL(address), false)).toThrow();
  },
);

test("an address without them is accepted", () => {
  expect(() => checkAddress(new URL("https://example.com/library.ics"), false)).not.toThrow();
});
