import { expect, test } from "vitest";
import { Drawing } from "#contract/help/ready-guides.ts";
import { readySteps } from "./ready-steps.ts";

const sentences = Object.values(readySteps)
  .flat()
  .flatMap(({ sentence }) => sentence.match(/[^.?!]+[.?!]”?/g) ?? []);

test("each built-in guide has four to six steps", () => {
  const lengths = Object.values(readySteps).map(({ length }) => length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(6);
});

test("no sentence has more than fifteen words", () => {
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter((sentence) => sentence.trim().split(/\s+/).length > 15)).toEqual([]);
});

test("no step needs technical terms", () => {
  const jargon = /\b(router|modem|reboot|reset|firmware|app|icon|browser|URL|SSID|pair(ing)?|device|menu)\b/i;
  expect(sentences.filter((sentence) => jargon.test(sentence))).toEqual([]);
});

test("each drawing is used", () => {
  const used = new Set(Object.values(readySteps).flatMap((steps) => steps.map(({ drawing }) => drawing)));
  expect(Drawing.options.filter((drawing) => !used.has(drawing))).toEqual([]);
});
