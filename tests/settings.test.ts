import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderSettings, settingsPage } from "../scripts/settings.ts";

it("the page of settings is what the configuration says", () => {
  expect(readFileSync(settingsPage, "utf8"), "Please run `npm run docs:settings`.").toBe(renderSettings());
});
