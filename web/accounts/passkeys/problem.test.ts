import { expect, test } from "vitest";
import { makingProblem, orSayWhy, usingProblem, wordsOf } from "./problem.ts";

test("each failure to create a passkey has a message", () => {
  expect(makingProblem("NotAllowedError", false)).toBe(
    "No passkey was made. You can try again, or go on without one.",
  );
  expect(makingProblem("NotAllowedError", true)).toBe("That took too long. Please try again.");
  expect(makingProblem("InvalidStateError", false)).toBe("This device already has a passkey of yours.");
  expect(makingProblem("ConstraintError", false)).toMatch(/^This device can't keep a passkey\./);
  expect(makingProblem("UnknownError", false)).toBe("That did not work. Please try again.");
});

test("each failure to use a passkey has a message", () => {
  expect(usingProblem("NotAllowedError", false)).toMatch(/^No passkey was used\./);
  expect(usingProblem("NotAllowedError", true)).toBe("That took too long. Please try again.");
  expect(usingProblem("UnknownError", true)).toBe("That did not work. Please try again.");
});

test("a refusal by the person and a timeout are told apart by the elapsed time", async () => {
  const fails = () =>
    Promise.reject(Object.assign(new Error("The operation timed out."), { name: "NotAllowedError" }));
  const said = (timeout: number) => orSayWhy(fails, timeout, usingProblem).catch(wordsOf);
  expect(await said(60_000)).toMatch(/^No passkey was used\./);
  expect(await said(0)).toBe("That took too long. Please try again.");
  expect(wordsOf(new Error("Something else"))).toBe("Please try again.");
});
