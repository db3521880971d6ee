import { afterEach, expect, it, vi } from "vitest";
import { captureProblem } from "./capture-problem.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [
    "NotAllowedError",
    "This device did not let Porchlight do that. You can allow it in your browser's settings.",
  ],
  ["NotFoundError", "This device has no camera."],
  ["OverconstrainedError", "This device has no camera."],
  ["NotReadableError", "Another app is using the camera. Please close it, then try again."],
  ["UnknownError", "The camera did not start."],
])("%s is explained in plain words", (name, words) => {
  vi.stubGlobal("navigator", { mediaDevices: {} });
  expect(captureProblem(new DOMException("", name), "camera")).toBe(words);
});

it("a page without a secure connection says why nothing can be recorded", () => {
  vi.stubGlobal("navigator", {});
  expect(captureProblem(new TypeError(), "microphone")).toBe(
    "The microphone only works at an address that begins with https.",
  );
});
