// A browser that is too old for the app shows what is needed and whom to call, instead of an empty page.
// @module-tag extended
import { beforeAll, expect, it } from "vitest";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let rose: Person;
beforeAll(async () => {
  ({ rose } = await reyesFamily(server()));
});

it("a browser below the oldest ones says what it needs, and whom of the family to call", async () => {
  const page = await windows.open(server().url, deviceOf(server().url, rose));
  await link(page, "I Need Help").waitFor();
  // The family's numbers are stored once home has them.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("porchlight-emergency-number")))
    .toBe("911");

  await page.addInitScript("delete HTMLScriptElement.supports");
  await page.reload();
  await page.getByText("This browser is too old for Porchlight.").waitFor();
  await page.getByText(/iOS 16\.4, or Safari 16\.4, Chrome 109, Edge 109 or Firefox 128/).waitFor();
  await heading(page, "Call your family").waitFor();
  const call = link(page, /^Call Anna/);
  expect(await call.getAttribute("href")).toMatch(/^tel:\+/);
  expect(await link(page, "In an emergency, call 911").getAttribute("href")).toBe("tel:911");
  expect(await link(page, "I Need Help").count()).toBe(0);
});
