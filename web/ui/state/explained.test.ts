import { expect, it } from "vitest";
import { CallError } from "#web/platform/api/call.ts";
import { explained } from "./explained.ts";

const unexpected = "An unexpected error occurred";
const answered = (status: number) => new CallError(new Response("", { status }), "");

it("says what happened and what to do, where the words of the specification say neither", () => {
  expect(explained(new TypeError("Failed to fetch"), "Failed to create your account.")).toBe(
    "Failed to create your account. We couldn't reach Porchlight. Nothing is lost. Please try again.",
  );
  expect(explained(answered(502), unexpected)).toBe(
    "An unexpected error occurred. It's our mistake, not yours. Nothing is lost. Please try again.",
  );
});

it("adds nothing to a refusal, or to words that say it already", () => {
  expect(explained(answered(409), unexpected)).toBe(unexpected);
  expect(explained(answered(502), "Please try again.")).toBe("Please try again.");
});
