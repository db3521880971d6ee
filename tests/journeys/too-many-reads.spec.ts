// A read that the server refuses as one too many (429) asks to wait in plain words, and comes by itself.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { dayIn, plan } from "#tests/support/events.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const wait = "That was a lot at once. We try again by ourselves";

/** Answers reads with a real refusal of the server's, until the returned function is called. */
async function refuse(page: Page, path: string): Promise<() => void> {
  let isRefused = true;
  await page.route(path, (route) =>
    isRefused
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "2" },
          json: { message: "That was a lot at once. Please try again in 2 seconds.", code: "too-many" },
        })
      : route.continue(),
  );
  return () => {
    isRefused = false;
  };
}

it("a week that is refused for a moment says when it comes, and comes without a tap", async () => {
  const { anna } = await reyesFamily(server());
  const day = dayIn(server(), 1);
  await plan(anna, { startDate: `${day}T10:00`, endDate: `${day}T11:00` });
  const page = await visitOf(server(), windows).open("/account", anna);
  await heading(page, "More").waitFor();
  const allow = await refuse(page, "**/api/calendar-events*");
  await page.goto(`${server().url}/week`);
  await page.getByText("One moment, please").waitFor();
  await page.getByText(wait).waitFor();
  expect(await button(page, "Try again").count()).toBe(0);
  expect(await page.getByText("check your connection").count()).toBe(0);
  allow();
  await page.getByText("Dentist").first().waitFor();
  expect(await page.getByText("One moment, please").count()).toBe(0);
});

it("home says it once for all its parts, keeps what it has stored, and comes by itself", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/", rose);
  await heading(page, "Today's Events").waitFor();
  const allow = await refuse(page, "**/api/**");
  await page.reload();
  await page.getByText("One moment, please").waitFor();
  await heading(page, /Good (morning|afternoon|evening)/).waitFor();
  expect(await page.getByText(wait).count()).toBe(1);
  expect(await page.getByText("Porchlight did not answer").count()).toBe(0);
  allow();
  await page.getByText("One moment, please").waitFor({ state: "detached" });
  await heading(page, "Things To Do").waitFor();
});
