import { expect, test } from "vitest";
import { RequestedVerification } from "#contract/accounts/sign-in.ts";
import { readPhoneNumber } from "#contract/typed-words.ts";
import { normalizePhoneNumber, shownPhoneNumber } from "./phone-number.ts";

const sent = (typed: string) => normalizePhoneNumber(readPhoneNumber(typed));
const complaint = (typed: string) =>
  RequestedVerification.safeParse({ phoneNumber: typed }).error?.issues[0]?.message;

test("spaces, dashes and brackets are removed before the rule is applied", () => {
  for (const typed of [
    "(614) 555-0142",
    "614 555 0142",
    "[614]-555-0142",
    "614\u00a0555\u20110142",
    " 6145550142 ",
  ])
    expect(complaint(typed)).toBeUndefined();
});

test("a number that starts with 1 gets a plus", () => {
  expect(sent("1 (614) 555-0142")).toBe("+16145550142");
});

test("any other number without a plus gets +1", () => {
  expect(sent("(614) 555-0142")).toBe("+16145550142");
});

test("a number with a country code keeps it", () => {
  expect(sent("+44 20 7946 0958")).toBe("+442079460958");
});

test("fewer than ten characters are too few, and letters are refused", () => {
  expect(complaint("614-555")).toBe("Phone number must be at least 10 digits");
  expect(complaint("614-555-01ab")).toBe("Phone number can only contain numbers and + prefix");
});

test("an American number is formatted, any other one is shown as it is", () => {
  expect(shownPhoneNumber("+16145550142")).toBe("(614) 555-0142");
  expect(shownPhoneNumber("+442079460958")).toBe("+442079460958");
});
