import { expect, test } from "vitest";
import { makingProblem, passkeyProblemOf, runCeremony, usingProblem } from "./passkey-problem.ts";

test("every error while creating a passkey has its own words", () => {
  expect(makingProblem("NotAllowedError", false)).toBe(
    "No passkey was created. You can try again, or go on without one.",
  );
  expect(makingProblem("NotAllowedError", true)).toBe("That took too long. Please try again.");
  expect(makingProblem("InvalidStateError", false)).toBe("This device already has your passkey.");
  expect(makingProblem("ConstraintError", false)).toMatch(/^This device can't keep a passkey\./);
  expect(makingProblem("UnknownError", false)).toBe("That did not work. Please try again.");
});

test("every error while using a passkey has its own words", () => {
  expect(usingProblem("NotAllowedError", false)).toMatch(/^No passkey was used\./);
  expect(usingProblem("NotAllowedError", true)).toBe("That took too long. Please try again.");
  expect(usingProblem("UnknownError", true)).toBe("That did not work. Please try again.");
});

test("the elapsed time tells whether the person refused or the browser timed out", async () => {
  const fails = () =>
    Promise.reject(Object.assign(new Error("The operation timed out."), { name: "NotAllowedError" }));
  const said = (timeout: number) => runCeremony(fails, timeout, usingProblem).catch(passkeyProblemOf);
  expect(await said(60_000)).toMatch(/^No passkey was used\./);
  expect(await said(0)).toBe("That took too long. Please try again.");
  expect(passkeyProblemOf(new Error("Something else"))).toBe("Please try again.");
});
